import { broken, type Check, good } from '#server/platform/check.ts'
import type { Database } from '#server/platform/database/database.ts'
import { askOutside } from '#server/platform/outgoing/ask-outside.ts'

/** Codes of the second factor change every half minute. */
const mostOffSeconds = 10
const mostBytes = 65_536

type Clocks = {
  /** This machine's, in ms. */
  now(): number
  database: Database
  /** A web server that says in its answers what time it is. */
  timeUrl: string
  /** Allows one on this machine, for tests. */
  allowPrivate?: boolean
}

/** Compares this machine's clock with the database's and, where the internet can be reached, with that of a web server. */
export function clockCheck(clocks: Clocks): Check {
  return {
    name: 'Clock',
    advice: 'The database must answer first',
    async run() {
      const [inDatabase, outside] = await Promise.all([
        offBy(clocks.now, () => timeIn(clocks.database)),
        offOutside(clocks),
      ])
      const says = [
        `${inDatabase.toFixed(1)} s off the database's`,
        outside === undefined
          ? 'not compared with the internet, which did not answer'
          : `${outside.toFixed(1)} s off the internet's`,
      ].join(', ')
      const most = Math.max(Math.abs(inDatabase), Math.abs(outside ?? 0))
      return most > mostOffSeconds
        ? broken(says, 'Keep the time by NTP on every machine: codes and links end too early or too late otherwise')
        : good(says)
    },
  }
}

/** How many seconds a clock goes before this machine's. */
async function offBy(now: () => number, ask: () => Promise<number>): Promise<number> {
  const sentAt = now()
  const told = await ask()
  return (told - (sentAt + now()) / 2) / 1000
}

async function timeIn(database: Database): Promise<number> {
  const { rows } = await database.query<{ ms: number }>({
    text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  })
  return rows[0]?.ms ?? 0
}

async function offOutside({ now, timeUrl: url, allowPrivate = false }: Clocks): Promise<number | undefined> {
  try {
    return await offBy(now, async () => {
      const { headers } = await askOutside({ url, method: 'GET', headers: {} }, { mostBytes, allowPrivate })
      const told = Date.parse(headers.date ?? '')
      if (Number.isNaN(told)) throw new Error('It does not say')
      // It says whole seconds only.
      return told + 500
    })
  } catch {
    return undefined
  }
}
