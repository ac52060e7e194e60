import { backOff } from '#kit/queue/turns.ts'
import type { WaitingWrite, WriteRefusal } from '#kit/request/local-database.ts'
import { RequestError } from '#kit/request/request-errors.ts'

/** A write that is not on the server yet, as a screen shows it; times in ms. */
export type WriteView = {
  id: number
  /** Its Idempotency-Key, by which the server's answer or a live event knows it again. */
  key: string
  call: string
  input: object
  at: number
  uploads: readonly string[]
  state: 'waiting' | 'sending' | 'refused'
  refusal?: WriteRefusal
  /** It was sent and no answer has come: the server may have it. */
  isUndecided?: boolean
  /** When it is tried by itself, where the server wants it to wait and not the network failed. */
  heldUntil?: number
}

export function viewOf(write: WaitingWrite, isSending: boolean): WriteView {
  const { id, idempotencyKey, call, input, at, uploads = [], refusal, isUndecided, failed } = write
  return {
    id,
    key: idempotencyKey,
    call,
    input,
    at,
    uploads,
    state: refusal ? 'refused' : isSending ? 'sending' : 'waiting',
    refusal,
    isUndecided,
    heldUntil: failed?.isAnswered ? failed.at + failed.wait : undefined,
  }
}

const firstDelay = 2000
const longestDelay = 300_000

/** How long to wait before the try after `failures` in a row, in ms: doubling from 2 s to 5 min, or as the server says. */
export function retryDelay(failures: number, error: unknown): number {
  const asked = error instanceof RequestError ? (error.retryAfter ?? 0) * 1000 : 0
  return backOff(failures, firstDelay, longestDelay, asked)
}

/** How a try ended that may be made again, and how long to wait: spread out, unless the server gave the time. */
export function failureOf(write: WaitingWrite, error: unknown, world: { now(): number; random(): number }) {
  const times = (write.failed?.times ?? 0) + 1
  const delay = retryDelay(times, error)
  const isAnswered = error instanceof RequestError
  const isTimed = isAnswered && error.retryAfter !== undefined
  const wait = isTimed ? delay + world.random() * 250 : delay * (0.75 + world.random() / 2)
  return { times, at: world.now(), wait, isAnswered }
}

/**
 * How long a write has to be left alone still, in ms. What a person does now makes up for a lost network, but not for a
 * server that answered to wait. A clock that was set back holds nothing.
 */
export function holdOf({ failed }: WaitingWrite, now: number, isUrgent: boolean): number {
  if (!failed || (isUrgent && !failed.isAnswered)) return 0
  const since = now - failed.at
  return since < 0 ? 0 : Math.max(0, failed.wait - since)
}

export function refusalOf({ status, code, reason, errors, retryAfter }: RequestError): WriteRefusal {
  return { status, code, message: reason, errors, retryAfter }
}

/** The input of a call with these files added to its body. */
export function withFiles(input: object, fileIds: readonly number[]): object {
  const { body } = input as { body?: { file_ids?: number[] } }
  return { ...input, body: { ...body, file_ids: [...(body?.file_ids ?? []), ...fileIds] } }
}
