import { rangeAt } from '#shared/features/downloads/rules.ts'
import type { DownloadFailure, StoredFile } from './device/stored-file.ts'

export type Loading = {
  /** none: nothing of it is here; paused: the person has paused it. */
  state: 'none' | 'pending' | 'loading' | 'paused' | 'loaded' | 'fail'
  /** Bytes that are here, and all. */
  done: number
  bytes: number
  failure?: DownloadFailure
  code?: number
}

type Known = Pick<StoredFile, 'status' | 'isPaused' | 'done' | 'bytes' | 'failure' | 'code'>

/** The bytes of a file that are here. */
export function doneBytes({ status, done, bytes }: Pick<Known, 'status' | 'done' | 'bytes'>): number {
  if (status === 'loaded') return bytes
  return done === 0 ? 0 : rangeAt(done - 1, bytes).last + 1
}

/** The bytes that files take on the device; one that several streams want counts once. */
export function usedBytes(files: readonly StoredFile[]): number {
  const each = new Map(files.map(file => [file.key, file]))
  return [...each.values()].reduce((sum, file) => sum + doneBytes(file), 0)
}

/** How far files are, taken together. */
export function progressOf(files: readonly Known[]): Loading {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const done = files.reduce((sum, file) => sum + doneBytes(file), 0)
  const failed = files.find(file => file.status === 'fail')
  const waiting = files.filter(file => file.status === 'pending' || file.status === 'loading')
  if (files.length === 0) return { state: 'none', done, bytes }
  if (waiting.some(file => file.status === 'loading' && !file.isPaused)) return { state: 'loading', done, bytes }
  if (waiting.some(file => !file.isPaused)) return { state: 'pending', done, bytes }
  if (waiting.length > 0) return { state: 'paused', done, bytes }
  if (!failed) return { state: 'loaded', done, bytes }
  const { failure, code } = failed
  return { state: 'fail', done, bytes, ...(failure && { failure }), ...(code && { code }) }
}
