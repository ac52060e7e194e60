import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { feature as accounts } from '#server/features/accounts/feature.ts'
import { insertUser } from '#server/features/accounts/queries.ts'
import { hashPassword } from '#server/features/accounts/secrets.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { createTestDatabase } from '#server/platform/testing/test-database.ts'
import { feature as billing } from '#server/features/billing/feature.ts'
import { feature as brandsFeature } from '#server/features/brands/feature.ts'
import { feature as notifications } from '#server/features/notifications/feature.ts'
import { type AppDependencies, buildApp } from '../app.ts'
import type { LiveEventWire } from '#shared/platform/live.ts'
import { faultOf } from './told-live.ts'
import { clientsOf, countStatements } from './test-client.ts'

type Who = Partial<{ email: string; timezone: string; role: Actor['role']; brandId: string; language: string }> & {
  /** Whether the session of staff goes unused when the clock moves; otherwise they are taken to be at work all the time. */
  goesIdle?: true
}

let passwordHash: Promise<string> | undefined
export const testPassword = 'correct horse'

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

type TestAppOptions = {
  /** Hears what other nodes notify, and so remembers sessions and readers of courses. */
  hearsNotifications?: boolean
} & Pick<
  Partial<AppDependencies>,
  'trustProxy' | 'isHttps' | 'metricsToken' | 'log' | 'livePace' | 's3' | 'outbox' | 'given'
>

const testLog = () => pino({ level: process.env['TEST_LOG'] ?? 'silent' })

/** The real server on its own database, with a clock the test sets. */
export async function startTestApp({ hearsNotifications = false, ...options }: TestAppOptions = {}) {
  const { database, connection, drop } = await createTestDatabase()
  const clock = { now: Date.now(), set: (at: string | number) => (clock.now = new Date(at).getTime()) }
  const faults: string[] = []
  const onTold = (told: LiveEventWire) => void faults.push(...[faultOf(told) ?? []].flat())
  const given = await dependenciesOf(countStatements(database), () => clock.now, { onTold, ...options })
  const { server, listener, live, routes, of } = await buildApp(given)
  if (hearsNotifications) await listener.start()
  await server.ready()
  const client = clientsOf(server, routes)
  const { dataDir } = given
  let made = 0

  return {
    server,
    routes,
    live,
    sessions: of(accounts).sessions,
    notices: of(notifications).notices,
    billing: of(billing),
    codeKey: of(accounts).codeKey,
    db: database,
    connection,
    brands: of(brandsFeature).brands,
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
      if (faults.length > 0) throw new Error(`Told live otherwise than declared: ${faults.join('; ')}`)
    },
  }
}

async function dependenciesOf(database: Database, clock: () => number, options: Partial<AppDependencies>) {
  return {
    database,
    clock,
    dataDir: await mkdtemp(join(tmpdir(), 'kurso-test-')),
    log: testLog(),
    trustProxy: false,
    isHttps: false,
    publicUrl: 'https://school.test',
    outbox: {},
    ...options,
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
  const token = await startSession(database, userId, caller, now, { isProven: true })
  if (user.role !== 'learner' && !who.goesIdle)
    await database.query({
      text: `update sessions set seen_at = seen_at + interval '10 years' where user_id = $1`,
      values: [userId],
    })
  return { userId, token }
}
