import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/platform/database/database.ts'
import { type Call, type CallSchool, type Person, seedCalls } from './bench-calls.ts'
import { type OwnDatabase, startOurs } from './own-database.ts'
import { percentile, rounded } from './percentile.ts'
import { cpuOfTree } from './process-cpu.ts'
import { connectCrowd } from './socket-crowd.ts'
import { size } from './size.ts'

/** What free times cost, and the calls that go on at once; processor time is the server's and its database's. */
export type Consultations = {
  slotsP50Ms: number
  slotsP95Ms: number
  slotsStatements: number
  calls: number
  signalsPerMinute: number
  quietCpuPercent: number
  callsCpuPercent: number
  signallingCpuPercent: number
}

const port = 4716
const api = `http://127.0.0.1:${port}/spa/api/v1`
const experts = 20
const days = 30
const { slotReads, calls, callSeconds } = size
/**
 * Those who begin say so, answer, and agree on a way; who changes the network asks for it and agrees once more. A beginning over a
 * relay is seven signals (e2e/videocalls/call.spec.ts), one more where a side has several networks.
 */
const beginning = ['here', 'still', 'description', 'description', ...Array<string>(4).fill('candidates')]
const mending = ['request', 'description', 'description', 'candidates', 'candidates']
const lengths: Record<string, number> = { description: 2400, candidates: 320 }

/** The free times of twenty experts over thirty days, and the signalling of many calls, a minute's share of their half hours. */
export async function measureConsultations(own: OwnDatabase, main: string): Promise<Consultations> {
  const { database, postmaster } = own
  const school = await seedCalls(database, { experts, calls })
  const held = school.calls
  const server = await startOurs([main], own, port, { TRUST_PROXY: 'on', LOG_LEVEL: 'fatal' })
  const pids = [server.pid, postmaster]
  try {
    const slots = await readSlots(database, school)
    const crowd = await connectCrowd(port, 2 * calls, index => helloOf(held[Math.floor(index / 2)], index % 2))
    await wait(10_000)
    // In a call that goes on nobody says anything to the server.
    const quiet = await cpuShare(pids, wait(callSeconds * 1000))
    const before = crowd.events + crowd.others
    const { share, sent } = await signal(held, pids)
    if (crowd.events + crowd.others < before + sent) throw new Error('Signals were lost')
    crowd.stop()
    return {
      ...slots,
      calls,
      signalsPerMinute: Math.round((sent / callSeconds) * 60),
      quietCpuPercent: rounded(quiet),
      callsCpuPercent: rounded(share),
      signallingCpuPercent: Math.round((share - quiet) * 100) / 100,
    }
  } finally {
    await server.stop()
  }
}

const headersOf = ({ token }: Pick<Person, 'token'>, network = 0) => ({
  authorization: `Bearer ${token}`,
  'x-app-id': 'kurso',
  'x-app-type': 'web',
  'x-forwarded-for': `10.1.${network >> 8}.${network & 255}`,
})

async function readSlots(database: Database, { learner, streamId, kindId }: CallSchool) {
  const url = `${api}/online-consultation/slots?stream_id=${streamId}&kind_id=${kindId}&days=${days}&lang=en`
  const read = async (network: number) => {
    const from = performance.now()
    const answer = await fetch(url, { headers: headersOf(learner, network) })
    const text = await answer.text()
    const tookMs = performance.now() - from
    const { slots } = JSON.parse(text) as { slots?: unknown[] }
    if (!slots || slots.length < 100)
      throw new Error(`Free times were answered ${answer.status}: ${text.slice(0, 200)}`)
    return tookMs
  }
  for (let at = 0; at < 20; at++) await read(at)
  const first = await statementsSoFar(database)
  const times: number[] = []
  for (let at = 0; at < slotReads; at++) times.push(await read(at))
  const statements = (await statementsSoFar(database)) - first
  return {
    slotsP50Ms: rounded(percentile(times, 0.5)),
    slotsP95Ms: rounded(percentile(times, 0.95)),
    slotsStatements: Math.round((statements / slotReads) * 10) / 10,
  }
}

/** Statements outside transactions are a transaction each; the statistics are written a second later. */
async function statementsSoFar(database: Database): Promise<number> {
  await wait(1500)
  const text = 'select sum(xact_commit)::int as count from pg_stat_database where datname = current_database()'
  return (await database.query<{ count: number }>({ text })).rows[0]?.count ?? 0
}

/** Percent of a core that the processes use while `work` goes on. */
async function cpuShare(pids: number[], work: Promise<unknown>): Promise<number> {
  const used = () => pids.reduce((sum, pid) => sum + cpuOfTree(pid), 0)
  const [before, from] = [used(), performance.now()]
  await work
  return ((used() - before) / (performance.now() - from)) * 100
}

/** Of each thirty calls one begins in a minute, and of each ten one is carried to another network. */
async function signal(held: Call[], pids: number[]) {
  const share = callSeconds / 60
  const begin = held.slice(0, Math.max(1, Math.round((calls / 30) * share)))
  const mend = held.slice(-Math.max(1, Math.round((calls / 10) * share)))
  const kinds = [begin.map(call => ({ call, kinds: beginning })), mend.map(call => ({ call, kinds: mending }))]
  const each = kinds.flat().flatMap(({ call, kinds: all }) => all.map((kind, at) => ({ call, kind, by: at % 2 })))
  const pauseMs = (callSeconds * 1000) / each.length
  const from = performance.now()
  const work = Promise.all(
    each.map(async ({ call, kind, by }, at) => {
      await wait(at * pauseMs)
      await post(call, kind, by)
    }),
  ).then(() => wait(Math.max(0, callSeconds * 1000 - (performance.now() - from))))
  return { share: await cpuShare(pids, work), sent: each.length }
}

async function post({ id, people }: Call, kind: string, by: number) {
  const person = people[by] ?? people[0]
  const body = { from: `page${by}aaaaaaa.0`, to: '', kind, text: 'A'.repeat(lengths[kind] ?? 0) }
  const answer = await fetch(`${api}/online-consultation/${id}/call/signals`, {
    method: 'POST',
    headers: { ...headersOf(person, id), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`A signal was answered ${answer.status}: ${await answer.text()}`)
}

function helloOf(call: Call | undefined, by: number): string {
  return JSON.stringify({
    type: 'hello',
    token: call?.people[by]?.token,
    app_id: 'kurso',
    rooms: { [`call:${call?.id}`]: null },
  })
}
