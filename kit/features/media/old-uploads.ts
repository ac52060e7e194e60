import type { StoredUpload, WaitingWrite } from '#kit/request/local-database.ts'

/** How long a file that nothing came of stays on the device, in ms. */
const longest = 30 * 86_400_000

/** The uploads that nobody will come back to: begun a month ago, and no write waits for them. */
export function oldUploads(uploads: readonly StoredUpload[], writes: readonly WaitingWrite[], now: number): string[] {
  const wanted = new Set(writes.flatMap(write => write.uploads ?? []))
  return uploads.filter(({ id, at }) => at < now - longest && !wanted.has(id)).map(upload => upload.id)
}
