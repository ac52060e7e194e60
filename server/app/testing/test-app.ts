import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import Value from 'typebox/value'
import { insertUser } from '#server/features/accounts/queries.ts'
import { hashPassword } from '#server/features/accounts/secrets.ts'
import { startSession } from '#server/features/accounts/sessions.ts'
import { loadBrands } from '#server/features/brands/load-brands.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { createTestDatabase } from '#server/platform/testing/test-database.ts'
import type { Calls } from '#shared/app/calls.ts'
import { type Answer, type Body, type Call, paramNames, wirePath } from '#shared/platform/contract.ts'
import { buildApp } from '../app.ts'
import { allRoutes } from '../routes.ts'

type Name = keyof Calls & string
type Input<N extends Name> = {
  params?: Record<string, number | string>
  query?: Record<string, unknown>
  expand?: readonly string[]
  body?: Body<Calls[N]> | Record<string, unknown>
  headers?: Record<string, string>
  idempotencyKey?: string
  language?: 'en' | 'ru' | 'es'
  appId?: string
}
export type TestAnswer<N extends Name> = {
  status: number
  data: Answer<Calls[N]> & { code?: string; message?: string; errors?: Record<string, string[]> }
  headers: Record<string, string | string[] | number | undefined>
  /** SQL statements run, transaction brackets left out. */
  statements: number
}
export type TestClient = {
  userId: number
  token: string
  call<N extends Name>(name: N, input?: Input<N>): Promise<TestAnswer<N>>
}

let passwordHash: Promise<string> | undefined
export const testPassword = 'correct horse'

/** The real server on a database of its own, with a clock the test sets. Sessions are not remembered unless asked. */
export async function startTestApp({ remembersSessions = false } = {}) {
  const { database, connection, drop } = await createTestDatabase()
  const brands = await loadBrands(join(projectRoot, 'brands'))
  const dataDir = await mkdtemp(join(tmpdir(), 'kurso-test-'))
  const clock = { now: Date.now(), set: (at: string | number) => (clock.now = new Date(at).getTime()) }
  const counted = countStatements(database)
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const { server, listener } = await buildApp({
    database: counted.database,
    brands,
    log,
    clock: () => clock.now,
    dataDir,
    trustProxy: false,
    isHttps: false,
  })
  if (remembersSessions) await listener.start()
  await server.ready()
  const calls = new Map<string, Call>(allRoutes(brands).map(route => [route.name, route.call]))
  let made = 0

  function client(userId: number, token: string): TestClient {
    return { userId, token, call: (name, input) => callServer(server, calls, counted, token, name, input ?? {}) }
  }

  return {
    server,
    db: database,
    connection,
    brands,
    clock,
    dataDir,
    visitor: client(0, ''),
    /** A new user with a session; the password is `testPassword`. */
    async signIn(
      who: Partial<{ email: string; timezone: string; role: Actor['role']; brandId: string; language: string }> = {},
    ) {
      const email = who.email ?? `person-${++made}@example.com`
      passwordHash ??= hashPassword(testPassword)
      const user = {
        brandId: who.brandId ?? 'kurso',
        email,
        passwordHash: await passwordHash,
        firstName: 'Test',
        lastName: `Person ${made}`,
        role: who.role ?? 'learner',
        languageCode: who.language ?? 'en',
        timezone: who.timezone ?? 'UTC',
      }
      const { id } = (await insertUser(database, JSON.stringify(user))) ?? { id: 0 }
      const caller = {
        brandId: user.brandId,
        appType: 'web',
        language: 'en',
        ip: '',
        userAgent: '',
        origin: '',
      } as const
      return client(id, await startSession(database, id, caller, clock.now))
    },
    async close() {
      await listener.stop()
      await server.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

function countStatements(database: Database) {
  const counter = { statements: 0 }
  const counting = (db: Pick<Database, 'query'>): Database['query'] => {
    return config => {
      counter.statements++
      return db.query(config)
    }
  }
  const wrapped: Database = {
    ...database,
    query: counting(database),
    inTransaction: work => database.inTransaction(tx => work({ query: counting(tx) })),
  }
  return { database: wrapped, counter }
}

async function callServer<N extends Name>(
  server: FastifyInstance,
  calls: Map<string, Call>,
  { counter }: ReturnType<typeof countStatements>,
  token: string,
  name: N,
  input: Input<N>,
): Promise<TestAnswer<N>> {
  const { method, path } = wirePath(name)
  const params = input.params ?? {}
  const url = paramNames(name).reduce(
    (at, param) => at.replace(`:${param}`, encodeURIComponent(String(params[param]))),
    path,
  )
  const before = counter.statements
  const response = await server.inject({
    method,
    url,
    query: queryOf(input),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(input.idempotencyKey && { 'idempotency-key': input.idempotencyKey }),
      'accept-language': input.language ?? 'en',
      'x-app-type': 'web',
      'x-app-id': input.appId ?? 'kurso',
      ...input.headers,
    },
    ...(method !== 'GET' && method !== 'DELETE' && { payload: (input.body ?? {}) as object }),
  })
  const data = response.body === '' ? {} : response.json()
  const call = calls.get(name)
  if (response.statusCode === 200 && call) assertAnswer(name, call, data)
  return { status: response.statusCode, data, headers: response.headers, statements: counter.statements - before }
}

function queryOf({ query = {}, expand }: Input<Name>): Record<string, string | string[]> {
  const entries = Object.entries(query).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map(String) : String(value),
  ])
  return { ...Object.fromEntries(entries), ...(expand && { expand: expand.join(',') }) }
}

/** What a call answers is what its contract says. */
function assertAnswer(name: string, call: Call, data: unknown) {
  if (Value.Check(call.answer, data)) return
  const [first] = Value.Errors(call.answer, data)
  throw new Error(`${name} breaks its contract: ${JSON.stringify(first)} in ${JSON.stringify(data).slice(0, 500)}`)
}
