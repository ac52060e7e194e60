import { newKey } from '#kit/request/new-key.ts'
import type { StoredClip } from '#kit/request/local-database.ts'
import type { OwnMedia } from '../own-media.ts'
import { addPiece, keepClip, sendClips } from './clips.ts'
import { mixedStream } from './mixed-stream.ts'

/** What browsers record, the best for all first. */
const types = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'video/mp4']
/** How much of it a crash may take, in ms. */
const pieceMs = 2000
const bitrates = { videoBitsPerSecond: 700_000, audioBitsPerSecond: 64_000 }

const recordedType = () => types.find(type => globalThis.MediaRecorder?.isTypeSupported(type))

/** Whether this browser can record its own side of a call and keep it. */
export function canRecord(): boolean {
  const hasCanvas = 'captureStream' in HTMLCanvasElement.prototype
  return recordedType() !== undefined && hasCanvas && 'locks' in navigator
}

type Of = Pick<StoredClip, 'userId' | 'consultationId' | 'recordingId'> & {
  /** How much the server's clock is ahead, in ms. */
  ahead: number
  /** No longer than this many bytes. */
  most: number
  onEnded(why: 'full' | 'failed'): void
}

/**
 * Records one's own side until it is stopped. Each piece is kept on the device as it comes; once it has ended, all is sent.
 */
export function recordOwnSide(media: OwnMedia, { ahead, most, onEnded, ...of }: Of): { stop(): void } {
  const type = recordedType() ?? ''
  const { stream, stop: endStream } = mixedStream(media)
  const recorder = new MediaRecorder(stream, { mimeType: type, ...bitrates })
  const clip = { id: newKey(), ...of, type, beganAt: Math.round(Date.now() + ahead) }
  let bytes = 0
  let isStopped = false
  const stop = () => {
    isStopped = true
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const fail = (why: 'full' | 'failed') => {
    stop()
    onEnded(why)
  }
  const work = () =>
    new Promise<void>(resolve => {
      let kept: Promise<void> = Promise.resolve()
      recorder.addEventListener('dataavailable', ({ data }) => {
        if (data.size === 0) return
        bytes += data.size
        kept = kept.then(() => addPiece(clip.id, data)).catch(() => fail('full'))
        if (bytes > most) fail('full')
      })
      recorder.addEventListener('error', () => fail('failed'))
      recorder.addEventListener('stop', () => void kept.then(resolve))
      if (isStopped) resolve()
      else recorder.start(pieceMs)
    })
  void keepClip(clip, work)
    .catch(() => fail('failed'))
    .finally(endStream)
    .then(sendClips)
    .catch(() => {})
  return { stop }
}
