/** Called between two small steps of long work. */
export type Rest = () => Promise<void>

/** Shorter work is not worth a rest, in ms. */
const shortestTurn = 5
const longestRest = 1000

/** Rests as long as it worked, a second at most: about half of the disk and of a core is left to those who use the school meanwhile. */
export function resting(): Rest {
  let begun = performance.now()
  return async () => {
    const worked = performance.now() - begun
    if (worked < shortestTurn) return
    await new Promise(resolve => setTimeout(resolve, Math.min(longestRest, worked)))
    begun = performance.now()
  }
}
