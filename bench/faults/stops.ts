// Stops PostgreSQL under load in every way, again and again: `npx tsx bench/faults/stops.ts 30`.
import { setTimeout as pause } from 'node:timers/promises'
import { postmasterOf, signalPostgres } from '#server/app/testing/child-server.ts'
import { percentile } from '../percentile.ts'
import { SchoolWithChat } from './school-with-chat.ts'

const ways = ['killed', 'stopped fast', 'stopped at once', 'its connections ended', 'frozen'] as const
type Way = (typeof ways)[number]

const workers = 16
const loadMs = 1500
const frozenMs = 9000
const mostCallMs = 10_000
const mostRecoveryMs = 3000

const school = new SchoolWithChat()
const rounds = Number(process.argv[2] ?? 30)
const sent = { acknowledged: new Set<string>(), calls: [] as number[], statuses: new Map<number, number>() }
let isOn = true
let lastGoodAt = 0
let number = 0

/** Status 0 when there was no answer. */
async function post(key: string): Promise<number> {
  const askedAt = performance.now()
  const status = await fetch(`${school.url}/spa/api/v1/chats/${school.chatId}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${school.token}`,
      'x-app-id': 'kurso',
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ message: key }),
  }).then(
    async answer => (await answer.arrayBuffer(), answer.status),
    () => 0,
  )
  sent.calls.push(performance.now() - askedAt)
  sent.statuses.set(status, (sent.statuses.get(status) ?? 0) + 1)
  return status
}

/** Writes until it is told to stop; what is not acknowledged is sent again. */
async function write() {
  while (isOn) {
    const key = `m-${number++}`
    while ((await post(key)) !== 200) {
      if (!isOn) return
      await pause(100)
    }
    sent.acknowledged.add(key)
    lastGoodAt = performance.now()
    await pause(20)
  }
}

const isReady = () =>
  fetch(`${school.url}/readyz`).then(
    answer => answer.status === 200,
    () => false,
  )
const isAnswering = () =>
  school
    .beside(db => db.query({ text: 'select 1', query_timeout: 500 }))
    .then(
      () => true,
      () => false,
    )

async function stop(way: Way) {
  if (way === 'killed') process.kill(postmasterOf(school.dataDir), 'SIGKILL')
  if (way === 'stopped fast') process.kill(postmasterOf(school.dataDir), 'SIGINT')
  if (way === 'stopped at once') process.kill(postmasterOf(school.dataDir), 'SIGQUIT')
  if (way === 'its connections ended') {
    const text = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'
    await school.beside(db => db.query({ text }))
  }
  if (way !== 'frozen') return
  signalPostgres(school.dataDir, 'SIGSTOP')
  await pause(frozenMs)
  const saidReady = await isReady()
  signalPostgres(school.dataDir, 'SIGCONT')
  if (saidReady) throw new Error('/readyz said ready of a frozen database')
}

/** How long after the database's return writing and /readyz work again, in ms. */
async function recovery() {
  await pause(50)
  while (!(await isAnswering())) await pause(50)
  const backAt = performance.now()
  const times = { write: -1, ready: -1 }
  const until = backAt + 30_000
  while ((times.write < 0 || times.ready < 0) && performance.now() < until) {
    if (times.write < 0 && lastGoodAt > backAt) times.write = lastGoodAt - backAt
    if (times.ready < 0 && (await isReady())) times.ready = performance.now() - backAt
    await pause(20)
  }
  return times
}

await school.open()
const work = Array.from({ length: workers }, () => write())
const recoveries: { way: Way; write: number; ready: number; call: number }[] = []
for (let round = 0; round < rounds; round++) {
  const way = ways[round % ways.length] ?? 'killed'
  await pause(loadMs)
  const before = sent.calls.length
  await stop(way)
  const { write: written, ready } = await recovery()
  await pause(500)
  recoveries.push({ way, write: written, ready, call: Math.max(...sent.calls.slice(before)) })
}
isOn = false
await Promise.all(work)
const stored = await school.beside(async db => {
  const text = 'select client_key as key from chat_messages where chat_id = $1'
  return (await db.query<{ key: string }>({ text, values: [school.chatId] })).rows.map(({ key }) => key)
})
await school.close()
const known = new Set(stored)
const lost = [...sent.acknowledged].filter(key => !known.has(key)).length
const doubled = stored.length - known.size
for (const way of ways) {
  const own = recoveries.filter(one => one.way === way)
  const most = (name: 'write' | 'ready' | 'call') => Math.round(Math.max(...own.map(one => one[name])))
  console.log(
    `${way}: ${own.length} times, works again after ${most('write')} ms at most, ready after ${most('ready')} ms, longest call ${most('call')} ms`,
  )
}
const longest = Math.round(Math.max(...sent.calls))
console.log(
  `${sent.acknowledged.size} acknowledged, ${lost} lost, ${doubled} doubled; calls: p99 ${Math.round(percentile(sent.calls, 0.99))} ms, longest ${longest} ms`,
)
console.log(`answers: ${[...sent.statuses].map(([status, count]) => `${count} of ${status}`).join(', ')}`)
const isGood =
  lost === 0 &&
  doubled === 0 &&
  longest < mostCallMs &&
  !sent.statuses.has(0) &&
  recoveries.every(({ write: written, ready }) => [written, ready].every(ms => ms >= 0 && ms < mostRecoveryMs))
console.log(isGood ? 'good' : 'FAILED')
process.exit(isGood ? 0 : 1)
