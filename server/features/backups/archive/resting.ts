/** Called between two small steps of long work. */
export type Rest = () => Promise<void>

/** Steps that took less together are followed by no rest, in ms. */
const shortestTurn = 5
const longestRest = 1000

/** Rests as long as was worked, a second at most: half of the processor and of the disk is left to those who use the school meanwhile. */
export function resting(): Rest {
  let begun = performance.now()
  return async () => {
    const worked = performance.now() - begun
    if (worked < shortestTurn) return
    await new Promise(resolve => setTimeout(resolve, Math.min(longestRest, worked)))
    begun = performance.now()
  }
}
