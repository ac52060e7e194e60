import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import type { WhichJobs } from './failed-jobs.ts'
import { type JobQueue, openJobs } from './job-queue.ts'

const log = { warn: () => undefined }
const soon = { timeout: 15_000, interval: 50 }
let made: Awaited<ReturnType<typeof createTestDatabase>>
let opened: JobQueue[] = []

beforeEach(async () => {
  made = await createTestDatabase()
  opened = []
})
afterEach(async () => {
  for (const jobs of opened) await jobs.stop()
  await made.drop()
})

/** A node that does the jobs called `work`. */
async function node(handle: (id: number, signal: AbortSignal) => Promise<void>) {
  const jobs = openJobs(made.database, log, 1)
  jobs.work('work', ({ id }, signal) => handle(Number(id), signal))
  await jobs.start()
  opened.push(jobs)
  return jobs
}
const send = (jobs: JobQueue, id: number) =>
  made.database.inTransaction(tx => jobs.send(tx, 'work', String(id), { id }))

test('a job runs once its transaction has committed, and never without [MED-04]', async () => {
  const done: number[] = []
  const jobs = await node(async id => void done.push(id))
  const failed = made.database.inTransaction(async tx => {
    await jobs.send(tx, 'work', '1', { id: 1 })
    throw new Error('No')
  })
  await expect(failed).rejects.toThrow('No')
  await send(jobs, 2)
  await vi.waitFor(() => expect(done).toEqual([2]), soon)
})

test('of equal jobs only one waits or runs at a time, however many nodes there are [MED-04]', async () => {
  let running = 0
  let most = 0
  let count = 0
  const handle = async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 400))
    running--
    count++
  }
  const [first, second] = [await node(handle), await node(handle)]
  await Promise.all([0, 1, 0, 1].map(index => (index === 0 ? send(first, 7) : send(second, 7))))
  await vi.waitFor(() => expect(count).toBe(1), soon)
  expect(most).toBe(1)
})

test('a node runs at most the allowed number of jobs of a name at once [MED-04]', async () => {
  let running = 0
  let most = 0
  let count = 0
  const jobs = openJobs(made.database, log, 1)
  opened.push(jobs)
  const handle = async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 300))
    running--
    count++
  }
  jobs.work('work', handle, { atOnce: 3 })
  await jobs.start()
  for (let id = 1; id <= 7; id++) await send(jobs, id)
  await vi.waitFor(() => expect(count).toBe(7), soon)
  expect(most).toBe(3)
})

test('a failed job is retried at most twice [MED-04, REL-01]', async () => {
  let tries = 0
  const jobs = await node(async () => {
    tries++
    throw new Error('Not yet')
  })
  await send(jobs, 1)
  await vi.waitFor(() => expect(tries).toBe(3), soon)
  await send(jobs, 2)
  await vi.waitFor(() => expect(tries).toBeGreaterThan(3), soon)
})

test('failed jobs are sent once more, of the names that are asked for [REL-01]', async () => {
  let isBroken = true
  const done: number[] = []
  const jobs = await node(async id => {
    if (isBroken) throw new Error('Not yet')
    done.push(id)
  })
  await send(jobs, 1)
  const all = { where: 'true', values: [] }
  const listed = () => jobs.listFailed(made.database, all)
  await vi.waitFor(async () => expect(await listed()).toMatchObject([{ name: 'work', count: 1 }]), soon)
  isBroken = false
  const again = (names: string[], which: WhichJobs = all) =>
    made.database.inTransaction(tx => jobs.sendFailed(tx, names, which))
  expect(await again(['other'])).toBe(0)
  const others = { where: `j.data->>'id' = $1`, values: ['2'] }
  expect([await again(['work'], others), await jobs.listFailed(made.database, others)]).toEqual([0, []])
  const counts = await Promise.all([again(['work']), again(['work'])])
  expect(new Set(counts)).toEqual(new Set([0, 1]))
  await vi.waitFor(() => expect(done).toEqual([1]), soon)
  expect([await listed(), await again(['work'])]).toEqual([[], 0])
})

test('the job of a dead node is taken over by another [MED-04, REL-01, REL-03]', async () => {
  let isBegun = false
  const dead = await node(async (_id, signal) => {
    isBegun = true
    await new Promise(resolve => signal.addEventListener('abort', resolve))
  })
  await send(dead, 1)
  await vi.waitFor(() => expect(isBegun).toBe(true), soon)
  const done: number[] = []
  await node(async id => void done.push(id))
  await made.database.query({
    text: `update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`,
  })
  await vi.waitFor(() => expect(done).toEqual([1]), soon)
})

test('a stopping node aborts its job, which another then runs [MED-04, OPS-04]', async () => {
  let isBegun = false
  const first = await node(async (_id, signal) => {
    isBegun = true
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Stopping'))))
  })
  await send(first, 1)
  await vi.waitFor(() => expect(isBegun).toBe(true), soon)
  await first.stop()
  opened = []
  const done: number[] = []
  await node(async id => void done.push(id))
  await vi.waitFor(() => expect(done).toEqual([1]), soon)
})

test('what the queue asks of the database again and again is planned once', async () => {
  const jobs = await node(async () => undefined)
  const planned = await made.database.inTransaction(async tx => {
    for (const id of [1, 2, 3]) await jobs.send(tx, 'work', String(id), { id })
    const text = `select generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%INSERT INTO pgboss.%'`
    return (await tx.query<{ uses: number }>({ text })).rows
  })
  expect(planned).toEqual([{ uses: 3 }])
})
