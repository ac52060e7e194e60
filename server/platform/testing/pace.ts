import type { Database } from '../database/database.ts'

async function took(ask: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await ask()
  return performance.now() - from
}

/**
 * How long `ask` takes, in units of what the same database needs to count to 100,000 (about 7 ms) at the same time: a
 * busy machine slows both alike. Returns the best of several runs, since the first ones also plan the statement; what `prepare` does
 * before each of them is not counted. What takes seconds is run only a few times.
 */
export async function paceOf(
  database: Database,
  ask: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => {},
  runs = 12,
): Promise<number> {
  const count = () => database.query({ text: 'select count(*) from generate_series(1, 100000)' })
  return timesAsLong(ask, count, prepare, runs)
}

/** How many times as long `ask` takes as `yardstick`, each at its quickest of `runs` by turns. */
export async function timesAsLong(
  ask: () => Promise<unknown>,
  yardstick: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => {},
  runs = 5,
): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  let bestYardstick = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    await prepare()
    best = Math.min(best, await took(ask))
    bestYardstick = Math.min(bestYardstick, await took(yardstick))
  }
  return best / bestYardstick
}
