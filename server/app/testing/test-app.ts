import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { insertUser } from '#server/features/accounts/queries.ts'
import { hashPassword } from '#server/features/accounts/secrets.ts'
import { startSession } from '#server/features/accounts/sessions.ts'
import type { SocialProviderSettings } from '#server/features/accounts/social/provider-settings.ts'
import { loadBrands } from '#server/features/brands/load-brands.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import type { Pace } from '#server/platform/live/heartbeat.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import type { S3Place } from '#server/platform/storage/s3-store.ts'
import { createTestDatabase } from '#server/platform/testing/test-database.ts'
import { buildApp } from '../app.ts'
import type { Outbox } from '../messengers.ts'
import type { PushSettings } from '../notifications.ts'
import { clientsOf, countStatements } from './test-client.ts'

type Who = Partial<{ email: string; timezone: string; role: Actor['role']; brandId: string; language: string }>

let passwordHash: Promise<string> | undefined
export const testPassword = 'correct horse'

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

type TestAppOptions = {
  remembersSessions?: boolean
  trustProxy?: boolean
  log?: FastifyBaseLogger
  livePace?: Partial<Pace>
  s3?: S3Place
  outbox?: Outbox
  push?: PushSettings
  socialProviders?: readonly SocialProviderSettings[]
}

const testLog = () => pino({ level: process.env['TEST_LOG'] ?? 'silent' })

/** The real server on a database of its own, with a clock the test sets. Sessions are not remembered unless asked. */
export async function startTestApp({
  remembersSessions = false,
  trustProxy = false,
  log = testLog(),
  livePace = {},
  s3,
  outbox = {},
  push = {},
  socialProviders = [],
}: TestAppOptions = {}) {
  const { database, connection, drop } = await createTestDatabase()
  const brands = await loadBrands(join(projectRoot, 'brands'))
  const dataDir = await mkdtemp(join(tmpdir(), 'kurso-test-'))
  const clock = { now: Date.now(), set: (at: string | number) => (clock.now = new Date(at).getTime()) }
  const counted = countStatements(database)
  const { server, listener, live, routes, notices } = await buildApp({
    database: counted.database,
    brands,
    log,
    clock: () => clock.now,
    dataDir,
    s3,
    livePace,
    trustProxy,
    isHttps: false,
    publicUrl: 'https://school.test',
    outbox,
    push,
    socialProviders,
  })
  if (remembersSessions) await listener.start()
  await server.ready()
  const client = clientsOf(server, routes, counted.counter)
  let made = 0

  return {
    server,
    routes,
    live,
    notices,
    db: database,
    connection,
    brands,
    clock,
    dataDir,
    visitor: client(0, ''),
    /** A new user with a session; the password is `testPassword`. */
    async signIn(who: Who = {}) {
      const { userId, token } = await addUser(database, who, ++made, clock.now)
      return client(userId, token)
    },
    async close() {
      await listener.stop()
      await server.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function addUser(database: Database, who: Who, number: number, now: number) {
  passwordHash ??= hashPassword(testPassword)
  const user = {
    brandId: who.brandId ?? 'kurso',
    email: who.email ?? `person-${number}@example.com`,
    passwordHash: await passwordHash,
    firstName: 'Test',
    lastName: `Person ${number}`,
    role: who.role ?? 'learner',
    languageCode: who.language ?? 'en',
    timezone: who.timezone ?? 'UTC',
  }
  const userId = (await insertUser(database, JSON.stringify(user)))?.id ?? 0
  const caller = {
    brandId: user.brandId,
    appType: 'web',
    language: 'en',
    network: '',
    userAgent: '',
    host: '',
  } as const
  return { userId, token: await startSession(database, userId, caller, now) }
}
