import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertUser } from '#server/features/accounts/queries.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import type { Connection, Database } from '#server/platform/database/database.ts'
import { createTestDatabase } from '#server/platform/testing/test-database.ts'
import { localDate } from '#shared/platform/times.ts'
import { type ChildServer, startChildServer } from './child-server.ts'
import { type CourseFixture, enrol, insertCourse } from './course-fixture.ts'

type Person = { userId: number; token: string }
export type Learner = Person & { streamId: number; chatId: number }

export type TwoNodes = {
  database: Database
  connection: Connection
  nodes: [ChildServer, ChildServer]
  course: CourseFixture
  learner: Learner
  expert: Person
  chatId: number
  /** One more who follows the course. */
  addLearner(name: string): Promise<Learner>
  /** Starts a node again that has ended. */
  restart(index: 0 | 1): Promise<void>
  stop(): Promise<void>
}

/** Two complete servers on one database, with a learner, an expert and their chat. */
export async function startTwoNodes(settings: Record<string, string> = {}): Promise<TwoNodes> {
  const { database, connection, drop } = await createTestDatabase()
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'kurso-node-')))
  const start = (index: number) =>
    startChildServer(folders[index] ?? '', { DATABASE_URL: urlOf(connection), ...settings })
  const nodes = await Promise.all([start(0), start(1)])
  const course = await insertCourse(database, { stages: [{ days: [{}] }] })
  const addLearner = (name: string) => addPerson(database, 'learner', name).then(one => enrolled(database, course, one))
  const learner = await addLearner('learner')
  const expert = await addPerson(database, 'expert')
  return {
    database,
    connection,
    nodes,
    course,
    learner,
    expert,
    chatId: learner.chatId,
    addLearner,
    async restart(index) {
      nodes[index] = await start(index)
    },
    async stop() {
      const running = nodes.filter(({ process: { exitCode, signalCode } }) => exitCode === null && signalCode === null)
      await Promise.all(running.map(node => node.stop()))
      await drop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function addPerson(database: Database, role: 'learner' | 'expert', name: string = role): Promise<Person> {
  const user = { brandId: 'kurso', email: `${name}@example.com`, firstName: name, lastName: '', role }
  const row = JSON.stringify({ ...user, languageCode: 'en', timezone: 'UTC' })
  const userId = (await insertUser(database, row))?.id ?? 0
  const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
  return { userId, token: await startSession(database, userId, caller, Date.now()) }
}

async function enrolled(database: Database, course: CourseFixture, person: Person): Promise<Learner> {
  const day = 86_400_000
  const terms = { startsOn: localDate(Date.now() - day, 'UTC'), endsOn: localDate(Date.now() + 30 * day, 'UTC') }
  const streamId = await enrol(database, course, person.userId, terms)
  const { rows } = await database.query<{ id: number }>({
    text: 'select id from chats where user_stream_id = $1',
    values: [streamId],
  })
  return { ...person, streamId, chatId: rows[0]?.id ?? 0 }
}

/** Posts a message as the expert via one node; returns the status, 0 when there was no answer. */
export async function postOver(node: ChildServer, { chatId, expert }: TwoNodes, message: string): Promise<number> {
  return fetch(`${node.url}/spa/api/v1/chats/${chatId}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${expert.token}`,
      'x-app-id': 'kurso',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ message }),
  }).then(
    ({ status }) => status,
    () => 0,
  )
}

/** The address of a database, as the settings of a server take it. */
export function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
