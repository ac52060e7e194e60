const smallest = 64 * 1024
const largest = 1024 * 1024
/** How much work a lost connection may cost, as time in ms. */
const idealTime = 4000

/** The first chunk of an upload, in bytes: small when the device reports a slow network. */
export function firstChunk(): number {
  const { connection } = (globalThis.navigator ?? {}) as { connection?: { effectiveType?: string; saveData?: boolean } }
  const isSlow = connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')
  return isSlow ? largest / 4 : largest
}

/** The next chunk after one of `bytes` that took `ms`: what fits into 4 s, from 64 kB to 1 MB. */
export function chunkAfter(bytes: number, ms: number): number {
  const ideal = (bytes * idealTime) / Math.max(1, ms)
  return Math.round(Math.min(largest, Math.max(smallest, Math.min(ideal, bytes * 2))))
}
