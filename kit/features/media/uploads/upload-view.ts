import type { UploadsOutcome } from '#kit/outbox/attachments.ts'
import type { StoredUpload, UploadState } from '#kit/request/local-database.ts'
import type { TransferEnd } from './transfer-end.ts'

/** What tabs tell each other about uploads. */
export type UploadNews =
  | { kind: 'put'; upload: StoredUpload }
  | { kind: 'gone'; id: string }
  | { kind: 'progress'; id: string; offset: number }

/** An upload as a screen shows it. */
export type UploadView = {
  id: string
  name: string
  /** MIME type by the bytes. */
  type: string
  bytes: number
  state: UploadState
  /** From 0 to 1. */
  progress: number
  isPaused: boolean
  /** Waiting for a network. */
  isWaiting: boolean
  mediaId: number | undefined
  /** Object URL of the file for its preview; set once it has been read. */
  previewUrl: string | undefined
  failure: { code: string; message: string } | undefined
  /** Whether retrying the same file may succeed. */
  canRetry: boolean
  /** The library tells how far its conversion is. */
  isForLibrary: boolean
  goal: string | undefined
  /** How long a recorded voice is, in ms. */
  lasts: number | undefined
}

const passing = ['upload_failed', 'unreadable', 'no_space', 'storage_full']

export function viewOf(upload: StoredUpload, offset: number, isOffline: boolean, previewUrl?: string): UploadView {
  const { id, name, type, bytes, state, isPaused, mediaId, failure } = upload
  const isSent = state === 'UPLOADED' || state === 'DONE'
  return {
    id,
    name,
    type,
    bytes,
    state,
    progress: isSent ? 1 : bytes === 0 ? 0 : Math.min(1, Math.max(offset, upload.offset) / bytes),
    isPaused: isPaused && state === 'NOT_UPLOADED',
    isWaiting: isOffline && state === 'NOT_UPLOADED' && !isPaused,
    mediaId,
    previewUrl,
    failure,
    canRetry: failure !== undefined && passing.includes(failure.code),
    isForLibrary: upload.purpose === 'library',
    goal: upload.goal,
    lasts: upload.lasts,
  }
}

/** What became of the uploads of a write; undefined is one that is gone. */
export function outcomeOf(uploads: readonly (StoredUpload | undefined)[]): UploadsOutcome {
  if (uploads.includes(undefined)) return { kind: 'failed', code: 'unreadable', message: '' }
  const wrong = uploads.find(upload => upload?.state === 'FAIL')
  if (wrong) return { kind: 'failed', code: 'upload_failed', message: '', ...wrong.failure }
  const fileIds = uploads.flatMap(upload => (upload?.state === 'NOT_UPLOADED' ? [] : (upload?.mediaId ?? [])))
  return fileIds.length === uploads.length ? { kind: 'ready', fileIds } : { kind: 'waiting' }
}

/** The upload after an attempt to send it. */
export function withEnd(upload: StoredUpload, end: TransferEnd): StoredUpload {
  if (end.kind === 'sent')
    return upload.mediaId === undefined || end.status === 'FAIL'
      ? { ...upload, state: 'FAIL', failure: { code: 'upload_failed', message: '' } }
      : { ...upload, state: end.status, offset: upload.bytes }
  if (end.kind === 'lost') {
    const { url: _url, mediaId: _mediaId, ...rest } = upload
    return { ...rest, offset: 0, attempt: upload.attempt + 1 }
  }
  if (end.kind === 'unreadable') return { ...upload, state: 'FAIL', failure: { code: 'unreadable', message: '' } }
  if (end.kind === 'refused') return { ...upload, state: 'FAIL', failure: { code: end.code, message: end.message } }
  return upload
}
