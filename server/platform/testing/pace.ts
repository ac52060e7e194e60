import type { Database } from '../database/database.ts'

type Ask = () => Promise<unknown>

async function took(ask: Ask): Promise<number> {
  const from = performance.now()
  await ask()
  return performance.now() - from
}

/**
 * How long `ask` takes, in units of what the same database needs to count to 100,000 (about 7 ms) at the same time: see
 * `timesAsLong`. The first runs also plan the statement.
 */
export async function paceOf(database: Database, ask: Ask, prepare?: Ask, most = 12): Promise<number> {
  return timesAsLong(
    ask,
    () => database.query({ text: 'select count(*) from generate_series(1, 100000)' }),
    prepare,
    most,
  )
}

/**
 * How many times as long `ask` takes as `yardstick`, each at its quickest of up to `most` runs by turns: a busy machine slows both
 * alike. It ends when two runs in a row are no quicker; what `prepare` does before each of them is not counted.
 */
export async function timesAsLong(ask: Ask, yardstick: Ask, prepare: Ask = async () => {}, most = 12): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  let bestYardstick = Number.POSITIVE_INFINITY
  for (let run = 0, slower = 0; run < most && slower < 2; run++) {
    await prepare()
    const [asked, counted] = [await took(ask), await took(yardstick)]
    const isQuicker = asked < best * 0.95 || counted < bestYardstick * 0.95
    slower = isQuicker ? 0 : slower + 1
    best = Math.min(best, asked)
    bestYardstick = Math.min(bestYardstick, counted)
  }
  return best / bestYardstick
}
