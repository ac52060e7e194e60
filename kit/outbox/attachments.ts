/** What became of the uploads that a write waits for. */
export type UploadsOutcome =
  | { kind: 'ready'; fileIds: readonly number[] }
  | { kind: 'waiting' }
  | { kind: 'failed'; code: string; message: string }

/** What the outbox asks of whoever uploads files. */
export interface Attachments {
  /** How far these uploads are; starts those of a visit before. */
  outcome(uploads: readonly string[]): Promise<UploadsOutcome>
  /** Goes on with those that are paused: a write waits for them now. */
  resume(uploads: readonly string[]): Promise<void>
  /** The server cannot use them: they count as failed, and only sent from their beginning they may still arrive. */
  refused(uploads: readonly string[]): Promise<void>
  /** Starts again those that failed. */
  retry(uploads: readonly string[]): Promise<void>
  /** The outbox has forgotten them with their write. */
  released(uploads: readonly string[]): void
  /** Forgets them here and on the server: their write was discarded. */
  discard(uploads: readonly string[]): Promise<void>
  /** Tells when an upload arrived or failed. */
  onSettled(listener: () => void): void
}

let load: (() => Promise<Attachments>) | undefined
let loaded: Promise<Attachments> | undefined

/** Says how to load what uploads files; it is loaded when a write first waits for one. Once, before `startOutbox`. */
export function attachUploads(loader: () => Promise<Attachments>): void {
  load = loader
}

/** What uploads files; rejects when its part of the app cannot be loaded now. */
export function attachments(): Promise<Attachments> {
  if (!load) throw new Error('Nothing was said about uploads')
  loaded ??= load()
  loaded.catch(() => {
    loaded = undefined
  })
  return loaded
}
