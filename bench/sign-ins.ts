import { hashPassword, hashToken, newToken } from '#server/features/accounts/secrets.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type OwnDatabase, startOurs } from './own-database.ts'
import { percentile, rounded } from './percentile.ts'
import { memoryOfTree } from './process-cpu.ts'

/** `GET /user` alone and while people sign in beside it; times in ms. `stallMs` is what its p95 is longer by. */
export type SignIns = {
  inFlight: number
  signInsPerSecond: number
  aloneP95Ms: number
  besideP95Ms: number
  stallMs: number
  goalMs: number
  serverMegabytes: number
}

const port = 4714
const origin = `http://127.0.0.1:${port}`
const inFlight = 50
const everyMs = 20
const measuredMs = 4000
const rounds = 3
const password = 'a blue kettle'
const headers = { 'x-app-id': 'kurso', 'x-app-type': 'web' }

/** Fifty people at a time sign in with passwords, each from its own network, while another one reads. */
export async function measureSignIns(own: OwnDatabase, main: string): Promise<SignIns> {
  const token = await seed(own.database)
  const server = await startOurs([main], own, port, { TRUST_PROXY: 'on' })
  try {
    await readFor(token, 2000)
    const measured: Round[] = []
    for (let round = 0; round < rounds; round++) measured.push(await measureRound(token))
    const median = measured.sort((a, b) => a.stallMs - b.stallMs)[Math.floor(rounds / 2)]
    if (!median) throw new Error('No rounds')
    return { inFlight, ...median, goalMs: 50, serverMegabytes: Math.round(memoryOfTree(server.pid) / 1024 / 1024) }
  } finally {
    await server.stop()
  }
}

type Round = Pick<SignIns, 'signInsPerSecond' | 'aloneP95Ms' | 'besideP95Ms' | 'stallMs'>

/** Alone and alongside in turn, so that other load on the machine affects both. */
async function measureRound(token: string): Promise<Round> {
  const alone = percentile(await readFor(token, measuredMs), 0.95)
  const signingMs = measuredMs + 1000
  const signing = signInUntil(Date.now() + signingMs)
  await new Promise(resolve => setTimeout(resolve, 500))
  const beside = percentile(await readFor(token, measuredMs), 0.95)
  return {
    signInsPerSecond: Math.round((await signing) / (signingMs / 1000)),
    aloneP95Ms: rounded(alone),
    besideP95Ms: rounded(beside),
    stallMs: rounded(beside - alone),
  }
}

async function seed(database: Database): Promise<string> {
  const token = newToken()
  await database.query({
    text: `insert into users (brand_id, email, username, password_hash)
      select 'kurso', 'person-' || n || '@example.com', 'Person', $1 from generate_series(1, $2::int) n`,
    values: [await hashPassword(password), inFlight],
  })
  await database.query({
    text: `insert into sessions (user_id, token_hash, expires_at)
      select min(id), $1, now() + interval '1 day' from users`,
    values: [hashToken(token)],
  })
  return token
}

/**
 * Sends requests at a steady pace, whether or not the previous one was answered, so that every request during a stall
 * feels it.
 */
async function readFor(token: string, forMs: number): Promise<number[]> {
  const times: Promise<number>[] = []
  const until = performance.now() + forMs
  for (let at = performance.now(); at < until; at += everyMs) {
    const wait = at - performance.now()
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
    times.push(timeOf(at, token))
  }
  return Promise.all(times)
}

/** The time from when it was due to the complete answer. */
async function timeOf(dueAt: number, token: string): Promise<number> {
  const begun = Math.max(dueAt, performance.now() - everyMs)
  const answer = await fetch(`${origin}/spa/api/v1/user?lang=en`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`GET /user answered ${answer.status}`)
  return performance.now() - begun
}

let networks = 0

async function signInUntil(until: number): Promise<number> {
  let signedIn = 0
  const one = async (person: number) => {
    while (Date.now() < until) {
      const network = ++networks
      const answer = await fetch(`${origin}/spa/api/v1/auth/login?lang=en`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'x-forwarded-for': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`,
        },
        body: JSON.stringify({ email: `person-${person}@example.com`, password }),
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`A sign-in was answered ${answer.status}`)
      signedIn++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, index) => one(index + 1)))
  return signedIn
}
