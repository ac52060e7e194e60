import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import type { Database } from '#server/platform/database/database.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { type OwnDatabase, startOurs } from './own-database.ts'
import { percentile, rounded } from './percentile.ts'
import { startServer } from './processes.ts'
import { cpuOfRounds, pause, sendBare, until } from './rounds.ts'
import { size } from './size.ts'
import { connectCrowd } from './socket-crowd.ts'

const { connections, blocks, posts } = size
const rounds = 10
const postEveryMs = 50
const ourRounds = { deliveries: connections, rounds }
const room = 'brand:kurso'
const ports = { ours: 4721, bare: 4722 }

type Server = Awaited<ReturnType<typeof startServer>> & { memoryFile: string }
type Person = { userId: number; token: string }

export type SocketFigures = {
  oursPerCpuSecond: number
  barePerCpuSecond: number
  ratio: number
  ourBytesEach: number
  bareBytesEach: number
  bytesBeyond: number
  p95Ms: number
  p99Ms: number
}

/** Many open connections beside bare ws with a prepared frame: a 300-byte event to all, memory, and delivery of posts. */
export async function compareSockets(own: OwnDatabase, main: string): Promise<SocketFigures> {
  const { folder, database } = own
  const people = await addPeople(database)
  const ours = await measured('ours', folder, (watching, environment) =>
    startOurs([...watching, main], own, ports.ours, environment),
  )
  const bare = await measured('bare', folder, (watching, environment) =>
    startServer(
      ['node', ...watching, '--import', 'tsx', join(projectRoot, 'bench/bare-sockets.ts')],
      { ...environment, PORT: String(ports.bare) },
      `http://127.0.0.1:${ports.bare}/`,
    ),
  )
  try {
    return await measure(database, people, ours, bare)
  } finally {
    await ours.stop()
    await bare.stop()
  }
}

/** Starts a server that reports its memory on request. */
async function measured(
  which: 'ours' | 'bare',
  folder: string,
  start: (watching: string[], environment: Record<string, string>) => ReturnType<typeof startServer>,
): Promise<Server> {
  const memoryFile = join(folder, `memory-${which}.json`)
  const watching = ['--expose-gc', '--import', join(projectRoot, 'bench/gc-on-signal.js')]
  return { ...(await start(watching, { MEMORY_FILE: memoryFile })), memoryFile }
}

async function measure(database: Database, people: Person[], ours: Server, bare: Server): Promise<SocketFigures> {
  const [oursEmpty, bareEmpty] = [await memoryOf(ours), await memoryOf(bare)]
  const ourCrowd = await connectCrowd(ports.ours, connections, index => helloOf(people[index]))
  const bareCrowd = await connectCrowd(ports.bare, connections)
  // Welcome, and two rooms joined.
  await until(() => ourCrowd.others >= connections * 3)
  await pause(3_000)
  const ourMemory = perConnection(oursEmpty, await memoryOf(ours))
  const bareMemory = perConnection(bareEmpty, await memoryOf(bare))
  const cpu = { ours: 0, bare: 0 }
  for (let block = 0; block < blocks; block++) {
    cpu.ours += await cpuOfRounds(ours.pid, ourCrowd, ourRounds, () => publish(database))
    cpu.bare += await cpuOfRounds(bare.pid, bareCrowd, ourRounds, () => sendBare(ports.bare))
  }
  const deliveries = connections * rounds * blocks
  const delays = await deliveryOf(database, people)
  ourCrowd.stop()
  bareCrowd.stop()
  return {
    oursPerCpuSecond: Math.round((deliveries / cpu.ours) * 1000),
    barePerCpuSecond: Math.round((deliveries / cpu.bare) * 1000),
    ratio: cpu.bare / cpu.ours,
    ourBytesEach: ourMemory.heap,
    bareBytesEach: bareMemory.heap,
    bytesBeyond: Math.max(ourMemory.heap - bareMemory.heap, ourMemory.resident - bareMemory.resident),
    p95Ms: rounded(percentile(delays, 0.95)),
    p99Ms: rounded(percentile(delays, 0.99)),
  }
}

/** An event whose frame has 300 bytes, and the notice by which another node would tell of it. */
async function publish(database: Database) {
  const data = JSON.stringify({ text: 'x'.repeat(209) })
  await database.query({ text: `select publish_event($1, 'news', $2)`, values: [room, data] })
  const notice = JSON.stringify({ from: 'bench', rooms: [room], signals: [] })
  await database.query({ text: `select pg_notify('live', $1)`, values: [notice] })
}

/** Milliseconds from asking for a message to be posted until it is on the learner's page, paced, with the crowd connected. */
async function deliveryOf(database: Database, people: Person[]): Promise<number[]> {
  const { learner, expert, chatId } = await addChat(database, people)
  const socket = new WebSocket(`ws://127.0.0.1:${ports.ours}/spa/live`)
  await once(socket, 'open')
  const sentAt = new Map<string, number>()
  const delays: number[] = []
  socket.on('message', (data: Buffer) => {
    const at = sentAt.get(/"message":"(post \d+)"/.exec(data.toString())?.[1] ?? '')
    if (at !== undefined) delays.push(performance.now() - at)
  })
  const rooms = { [`chat:${chatId}`]: null }
  socket.send(JSON.stringify({ type: 'hello', token: learner.token, app_id: 'kurso', rooms }))
  await pause(500)
  for (let number = 0; number < posts; number++) {
    const message = `post ${number}`
    sentAt.set(message, performance.now())
    void post(expert, chatId, message)
    await pause(postEveryMs)
  }
  await until(() => delays.length >= posts)
  socket.terminate()
  return delays
}

async function post(expert: Person, chatId: number, message: string) {
  const answer = await fetch(`http://127.0.0.1:${ports.ours}/spa/api/v1/chats/${chatId}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${expert.token}`,
      'x-app-id': 'kurso',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ message }),
  })
  if (!answer.ok) throw new Error(`A post was answered ${answer.status}: ${await answer.text()}`)
}

/** A person for each connection, and one expert at the end. */
async function addPeople(database: Database): Promise<Person[]> {
  const { rows } = await database.query<{ id: number }>({
    text: `insert into users (brand_id, email, username, first_name, role)
      select 'kurso', 'p' || n || '@example.com', 'p' || n, 'P', case when n > $1 then 'expert' else 'learner' end
        from generate_series(1, $1::int + 1) n returning id`,
    values: [connections],
  })
  const people = rows.map(({ id }) => ({ userId: id, token: newToken() }))
  await database.query({
    text: `insert into sessions (user_id, token_hash, expires_at)
      select user_id, token_hash, now() + interval '1 day' from unnest($1::bigint[], $2::bytea[]) as s(user_id, token_hash)`,
    values: [people.map(({ userId }) => userId), people.map(({ token }) => hashToken(token))],
  })
  return people
}

async function addChat(database: Database, people: Person[]) {
  const [learner, expert] = [people[0], people.at(-1)]
  if (!learner || !expert) throw new Error('The bench has no people')
  const { rows } = await database.query<{ id: number }>({
    text: `with c as (
        insert into courses (brand_id, key, languages, texts, days_count)
        values ('kurso', 'live', '{en}', '{"en": {"title": "Course"}}', 1) returning id
      ), s as (
        insert into streams (course_id, starts_on, ends_on) select id, current_date, current_date + 20 from c returning id, course_id
      )
      insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, course_full_access)
      select $1, course_id, id, current_date, current_date + 20, true from s returning id`,
    values: [learner.userId],
  })
  const chats = await database.query<{ id: number }>({
    text: 'select id from chats where user_stream_id = $1',
    values: [rows[0]?.id],
  })
  return { learner, expert, chatId: chats.rows[0]?.id ?? 0 }
}

function helloOf(person: Person | undefined): string {
  const rooms = { [room]: null, [`user:${person?.userId}`]: null }
  return JSON.stringify({ type: 'hello', token: person?.token, app_id: 'kurso', rooms })
}

type Memory = { heap: number; resident: number }

function perConnection(before: Memory, after: Memory): Memory {
  const each = (one: keyof Memory) => Math.round((after[one] - before[one]) / connections)
  return { heap: each('heap'), resident: each('resident') }
}

/** Bytes once the garbage is gone: of objects and buffers, and of the process, which may keep room for more. */
async function memoryOf({ pid, memoryFile }: Server): Promise<Memory> {
  rmSync(memoryFile, { force: true })
  process.kill(pid, 'SIGUSR2')
  await until(() => existsSync(memoryFile) && readFileSync(memoryFile, 'utf8') !== '')
  const { heapUsed, external, rss } = JSON.parse(readFileSync(memoryFile, 'utf8')) as NodeJS.MemoryUsage
  return { heap: heapUsed + external, resident: rss }
}

export function printSockets(figures: SocketFigures): void {
  console.table([
    {
      row: `a 300-byte event to ${connections} connections, deliveries per CPU second`,
      ours: figures.oursPerCpuSecond,
      limit: figures.barePerCpuSecond,
      is: figures.ratio.toFixed(2),
      goal: '≥ 0.7',
    },
    {
      row: 'memory of an idle connection, bytes',
      ours: figures.ourBytesEach,
      limit: figures.bareBytesEach,
      is: `${(figures.bytesBeyond / 1000).toFixed(1)} kB beyond`,
      goal: '≤ 12 kB beyond',
    },
    {
      row: `a message posted to an open page, p95 ms (p99 ${figures.p99Ms})`,
      ours: figures.p95Ms,
      limit: '',
      is: '',
      goal: '≤ 100',
    },
  ])
}
