import { hearSignals } from '#kit/live/listen.ts'
import { isPassing } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import type { CallSignalKind, CallSignalWire } from '#shared/features/videocalls/contract.ts'
import { pack, unpack } from './packing.ts'

/** What a page of a call hears from another one; `to` is empty when it is meant for all. */
export type HeardSignal = { userId: number; from: string; to: string; kind: CallSignalKind; payload: unknown }

type Dependencies = {
  consultationId: number
  hear(signal: HeardSignal): void
  /** Somebody asked to record, agreed or stopped. */
  onRecording(): void
  /** In the room, first or again: what was said meanwhile was not heard. */
  onJoined(): void
  /** The server takes no more signals of this call. */
  onRefused(): void
}

const pauseMs = 1000
/** A signal this old says nothing any more, in ms. */
const staleMs = 10_000

type Body = Omit<CallSignalWire, 'user_id'>

/**
 * Signals of a call: heard in its live room, said by a call of the API, in order. Nothing is kept: what cannot be sent within
 * ten seconds is dropped, and whoever needs it says it again.
 */
export function openSignalling({ consultationId, hear, onRecording, onJoined, onRefused }: Dependencies) {
  let speaking: Promise<void> = Promise.resolve()
  let hearing: Promise<void> = Promise.resolve()
  let isClosed = false
  const leave = hearSignals('call', consultationId, {
    onJoined,
    call_recording: onRecording,
    call(signal) {
      const read = async () => {
        const heard = await readSignal(signal)
        if (!isClosed) hear(heard)
      }
      // Whatever the other browser sent, the call goes on.
      hearing = hearing.then(read).catch(() => undefined)
    },
  })
  const speak = async (body: Body, until: number) => {
    while (!isClosed) {
      const answer = await post(consultationId, body)
      if (answer === 'refused' && !isClosed) onRefused()
      if (answer !== 'later' || performance.now() > until) return
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
  return {
    say(from: string, to: string, kind: CallSignalKind, payload?: unknown) {
      const until = performance.now() + staleMs
      const packed = async () => ({ from, to, kind, text: payload === undefined ? '' : await pack(payload) })
      speaking = speaking.then(async () => speak(await packed(), until)).catch(() => undefined)
    },
    /** Says goodbye, even while the page closes, and hears nothing more. */
    close(goodbye?: string) {
      isClosed = true
      leave()
      if (goodbye !== undefined)
        void post(consultationId, { from: goodbye, to: '', kind: 'leaving', text: '' }, { outlivesPage: true })
    },
  }
}

async function readSignal({ user_id: userId, from, to, kind, text }: CallSignalWire): Promise<HeardSignal> {
  return { userId, from, to, kind, payload: text ? await unpack(text) : undefined }
}

async function post(id: number, body: Body, manner: { outlivesPage?: boolean } = {}) {
  try {
    await request('POST /online-consultation/:id/call/signals', { params: { id }, body, ...manner })
    return 'said'
  } catch (error) {
    return isPassing(error) ? 'later' : 'refused'
  }
}
