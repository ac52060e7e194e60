import { refuseCommon } from '#server/platform/http/refusals.ts'
import { takeTurns } from '#server/platform/turns.ts'

const retryAfter = 5

/** Lets `atOnce` works run at once and `mostWaiting` more wait; refuses the rest as unavailable, 503, rather than keep them waiting. */
export function hashingTurns(atOnce: number, mostWaiting: number) {
  const inTurn = takeTurns(atOnce)
  let here = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (here >= atOnce + mostWaiting) refuseCommon('unavailable', { retryAfter })
    here++
    try {
      return await inTurn(work)
    } finally {
      here--
    }
  }
}
