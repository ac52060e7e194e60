import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { seedBenchSchool, sellCourses } from './bench-school.ts'
import { type Comparison, compare, type Target } from './load.ts'
import { onOwnDatabase, type OwnDatabase, startOurs } from './own-database.ts'
import { brandsWithoutDelay, chosenRows, option, requestsOf } from './requests.ts'
import { size } from './size.ts'

export type Growth = {
  learners: number
  statistics: number
  messages: number
  fillSeconds: number
  databaseMegabytes: number
  startMs: { small: number; large: number }
  /** A call of the large school beside the same call of the small one, which stands as the limit. */
  calls: Comparison[]
}

const ports = { small: 4715, large: 4716 }
/** A call, and the start, may take so much more in the large school. */
const goal = 1.3
const each = { statistics: 10, messages: 20 }
const learnersAtOnce = 25_000

/** Two schools with a server and a database each; one of them grows by a hundred times, and both are asked in turn. */
export async function measureGrowth(folders: { small: string; large: string }, main: string): Promise<Growth> {
  return onOwnDatabase(folders.small, small =>
    onOwnDatabase(folders.large, large => compareSchools(small, large, main)),
  )
}

async function compareSchools(small: OwnDatabase, large: OwnDatabase, main: string): Promise<Growth> {
  const seed = ({ database }: OwnDatabase) =>
    patiently(database, async patient => {
      const learners = await seedBenchSchool(patient)
      await sellCourses(patient)
      return learners
    })
  const [few, some] = [await seed(small), await seed(large)]
  const began = performance.now()
  await grow(large.database, Number(option('--grown') ?? size.grown))
  const fillSeconds = Math.round((performance.now() - began) / 1000)
  for (const { database } of [small, large]) await tellAll(database)
  const start = (own: OwnDatabase, port: number) =>
    startOurs([main], own, port, { BRANDS_DIR: brandsWithoutDelay(small.folder), TRUST_PROXY: 'on' })
  const first = { small: await startAndStop(() => start(small, ports.small)), large: 0 }
  first.large = await startAndStop(() => start(large, ports.large))
  const servers = [await start(small, ports.small), await start(large, ports.large)] as const
  try {
    const calls: Comparison[] = []
    for (const row of chosenRows()) {
      const sides = { small: `http://127.0.0.1:${ports.small}`, large: `http://127.0.0.1:${ports.large}` }
      const ofSmall = { url: sides.small, requests: (await requestsOf(row, few, sides.small)).requests }
      const ofLarge = { url: sides.large, requests: (await requestsOf(row, some, sides.large)).requests }
      for (const { url, requests } of [ofSmall, ofLarge]) await askOnce(url, requests[0])
      calls.push(
        await compare(
          row.name,
          goal,
          { target: ofLarge, pids: [servers[1].pid, large.postmaster] },
          { target: ofSmall, pids: [servers[0].pid, small.postmaster] },
        ),
      )
    }
    const startMs = {
      small: Math.min(first.small, servers[0].readyAfterMs),
      large: Math.min(first.large, servers[1].readyAfterMs),
    }
    return { ...(await countOf(large.database)), fillSeconds, startMs, calls }
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** How long a start took, in ms: of two the shorter one counts. */
async function startAndStop(start: () => ReturnType<typeof startOurs>): Promise<number> {
  const server = await start()
  await server.stop()
  return server.readyAfterMs
}

/** The first answer takes as long as reading what is on the disk alone; it is not what is compared. */
async function askOnce(url: string, request: Target['requests'][number] | undefined) {
  if (!request || request.setupRequest) return
  const { path, method, headers, body } = request
  await (await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })).arrayBuffer()
}

async function countOf(database: Database) {
  const { rows } = await database.query<Pick<Growth, 'learners' | 'statistics' | 'messages' | 'databaseMegabytes'>>({
    text: `select (select count(*)::int from users) as learners, (select count(*)::int from lesson_statistics) as statistics,
      (select count(*)::int from chat_messages) as messages, (pg_database_size(current_database()) >> 20)::int as "databaseMegabytes"`,
  })
  const [counts] = rows
  if (!counts) throw new Error('Nothing was counted')
  return counts
}

/** Works over a connection of its own that waits for as long as a statement takes. */
async function patiently<Result>(database: Database, work: (patient: Database) => Promise<Result>): Promise<Result> {
  const client = database.ownConnection()
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off')
    return await work({ ...database, query: client.query.bind(client) as Database['query'] })
  } finally {
    await client.end()
  }
}

/** Adds learners until there are `learners`, in twenty-five cohorts more of each course. */
export const grow = (whole: Database, learners: number): Promise<void> =>
  patiently(whole, async database => {
    // What triggers would make is made here, and rows that are made together fit together.
    await database.query({ text: 'set session_replication_role = replica' })
    await database.query({
      text: `insert into streams (course_id, starts_on, ends_on)
        select c.id, current_date - n * 7 - 3, current_date - n * 7 + 31
        from courses c, generate_series(1, 25) n where c.key like 'course-%'`,
    })
    const { rows } = await database.query<{ count: number }>({ text: 'select count(*)::int as count from users' })
    for (let from = rows[0]?.count ?? 0; from < learners; from += learnersAtOnce) {
      console.log(`Growing: ${from} of ${learners} learners …`)
      await addLearners(database, from + 1, Math.min(from + learnersAtOnce, learners))
    }
    await database.query({ text: 'vacuum analyze' })
  })

/** As in a school that has told its people of each message while it grew. */
async function tellAll(database: Database) {
  await database.query({ text: 'update told_messages set last_message_id = (select max(id) from chat_messages)' })
}

async function addLearners(database: Database, from: number, to: number): Promise<void> {
  await database.query({
    text: `with people as (
       insert into users (brand_id, email, username, first_name)
       select 'kurso', 'grown' || n || '@example.com', 'grown' || n, 'Learner' from generate_series($1::int, $2::int) n returning id
     ), signed_in as (
       insert into sessions (user_id, token_hash, expires_at)
       select id, sha256(id::text::bytea), now() + interval '1 day' from people
     ), cohorts as (
       select id, course_id, starts_on, ends_on, row_number() over (order by id) - 1 as at, count(*) over () as count from streams
     ), places as (
       insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, course_full_access)
       select p.id, c.course_id, c.id, c.starts_on, c.ends_on, true from people p join cohorts c on c.at = p.id % c.count
       returning id, user_id, course_id
     ), lessons as (
       select d.course_id, d.id as day_id, sl.id, row_number() over (partition by d.course_id order by sl.id) as at
       from course_days d join course_lesson_sets s on s.day_id = d.id join course_lesson_set_lessons sl on sl.lesson_set_id = s.id
     ), watched as (
       insert into lesson_statistics (user_stream_id, lesson_set_lesson_id, day_id, viewed_seconds, play_count)
       select p.id, l.id, l.day_id, 300, 1 from places p join lessons l on l.course_id = p.course_id and l.at <= ${each.statistics}
     ), talks as (
       insert into chats (user_stream_id, user_id, course_id, message_count, last_message_at)
       select id, user_id, course_id, ${each.messages}, now() from places returning id, user_id
     )
     insert into chat_messages (chat_id, number, author_id, is_expert, text, client_key, created_at)
     select t.id, n, t.user_id, n % 2 = 0, 'Message ' || n || ' of this chat, of an ordinary length for one', 'seed-' || n,
       now() - interval '1 hour' * (${each.messages} - n)
     from talks t, generate_series(1, ${each.messages}) n`,
    values: [from, to],
  })
}

/** Keeps a whole run beside the code: a test holds it to the calls of the bench. */
export function keepGrowth({ calls, ...counts }: Growth): void {
  const cpu = (ms: number) => Math.round(ms * 1000) / 1000
  const figures = calls.map(({ row, ours, limit }) => ({
    row,
    largeCpuMs: cpu(ours.cpuMsPerRequest),
    smallCpuMs: cpu(limit.cpuMsPerRequest),
  }))
  const kept = { measuredOn: new Date().toISOString().slice(0, 10), ...counts, calls: figures }
  writeFileSync(join(projectRoot, 'bench/last-growth.json'), `${JSON.stringify(kept, undefined, 2)}\n`)
}

/** The calls beside those of the small school, then the start. */
export function printGrowth({ calls, startMs, ...counts }: Growth) {
  console.table(
    calls.map(({ row, ours, limit, ratio }) => ({
      row,
      'large, CPU ms': ours.cpuMsPerRequest.toFixed(3),
      'small, CPU ms': limit.cpuMsPerRequest.toFixed(3),
      ratio: ratio.toFixed(2),
      goal: `≤ ${goal}`,
      'large, p99 ms': ours.p99Ms,
      'small, p99 ms': limit.p99Ms,
    })),
  )
  console.table([{ ...counts, 'start, large ms': startMs.large, 'start, small ms': startMs.small }])
}
