import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { findCredentials, insertUser } from '#server/features/accounts/queries.ts'
import { hashPassword, isPassword } from '#server/features/accounts/secrets.ts'
import { courseStructure } from '#server/features/courses/course-structure.ts'
import { type Imported, importCourse } from '#server/features/courses/import/import-course.ts'
import { passOverScores } from '#server/features/notifications/bell/tell-points.ts'
import { awardScore } from '#server/features/points/queries.ts'
import { ConfigurationError } from '#server/platform/configuration-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Db, one } from '#server/platform/database/statement.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { type DemoSchoolFile, readDemoSchool } from './demo-school-file.ts'
import { seedDemoAnnouncements } from './demo-announcements.ts'
import { seedDemoBanners } from './demo-banners.ts'
import { seedDemoNotices } from './demo-notices.ts'
import { seedDemoShop } from './demo-shop.ts'
import { seedDemoStream } from './demo-stream.ts'
import { seedDemoTalks } from './demo-talks.ts'
import type { DemoSchool } from '../greeting.ts'
import { type MediaPlace, openMediaStore } from '#server/features/media/media-store.ts'

type Dependencies = {
  database: Database
  settings: MediaPlace & { demo: 'on' | 'off' | 'auto' }
  /** Whether the database is the embedded one rather than an operator's. */
  isEmbedded: boolean
  /** Where anybody could reach the school; undefined when only this machine and its networks can. */
  publicPlace?: string | undefined
  log: Pick<FastifyBaseLogger, 'info'>
  now?: number
  folder?: string
}

const lockDemoSchool = one<[], object>(
  'lock-demo-school',
  `select pg_advisory_xact_lock(hashtextextended('demo school', 0))`,
)
const findAnybody = one<[], { isThere: boolean }>('find-anybody', 'select exists (select from users) as "isThere"')

/**
 * Seeds the demo school once: into an empty embedded database, or with DEMO=on wherever its people are missing. Returns
 * the accounts that still accept the demo password, whatever DEMO says, so that the start can warn about them. Throws a
 * ConfigurationError rather than let anybody in with a password that stands in the documentation.
 */
export async function seedDemoSchool(dependencies: Dependencies): Promise<DemoSchool | undefined> {
  const { database, settings, isEmbedded, publicPlace, log } = dependencies
  const folder = dependencies.folder ?? join(projectRoot, 'demo')
  const school = await readDemoSchool(join(folder, 'school.yaml'))
  const isWanted =
    settings.demo === 'on'
      ? !(await isSeeded(database, school))
      : settings.demo === 'auto' && isEmbedded && !(await findAnybody(database))?.isThere
  if (isWanted) {
    if (publicPlace !== undefined) throw withoutDemo(publicPlace, 'set DEMO=off for a school without it')
    log.info('Seeding the demo school')
    await seed(dependencies, school, folder)
  }
  const open = await openAccounts(database, school)
  if (open && publicPlace !== undefined)
    throw withoutDemo(
      publicPlace,
      `give these accounts new passwords first, by npm run person -- password EMAIL: ${open.signIns.join(', ')}`,
    )
  return open
}

function withoutDemo(place: string, what: string): ConfigurationError {
  return new ConfigurationError(
    `anybody can reach ${place}, and the demo school’s accounts, an administrator among them, have a known password;\n  ${what}`,
  )
}

/** Whether the demo school's people are in a database. */
export async function isDemoSchool(db: Db, folder = join(projectRoot, 'demo')): Promise<boolean> {
  return isSeeded(db, await readDemoSchool(join(folder, 'school.yaml')))
}

async function isSeeded(db: Db, { brand, users }: DemoSchoolFile): Promise<boolean> {
  for (const { email } of users) if (await findCredentials(db, brand, email)) return true
  return false
}

async function seed({ database, settings, now = Date.now() }: Dependencies, school: DemoSchoolFile, folder: string) {
  const store = openMediaStore(settings)
  const hashes = Promise.all(school.users.map(() => hashPassword(school.password)))
  const taken = (name: string, brandId: string) =>
    importCourse(database, store, { file: join(folder, 'courses', name, 'course.yaml'), brandId })
  const courses = new Map<string, Imported>()
  for (const name of school.courses) courses.set(name, await taken(name, school.brand))
  for (const { brand, courses: names } of school.otherBrands ?? []) for (const name of names) await taken(name, brand)
  const structures = new Map(
    await Promise.all(
      [...courses].map(
        async ([name, { id, version }]) => [name, await courseStructure(database, id, version)] as const,
      ),
    ),
  )
  const passwordHashes = await hashes
  await database.inTransaction(async tx => {
    await lockDemoSchool(tx)
    if (await isSeeded(tx, school)) return
    const userIds = await insertUsers(tx, school, passwordHashes)
    const place = { userIds, brandId: school.brand, now }
    const streamIds = new Map<string, number>()
    for (const stream of school.streams) {
      const structure = structures.get(stream.course)
      const user = school.users.find(({ email }) => email === stream.user)
      const userId = userIds.get(stream.user)
      if (!structure || !user || !userId) continue
      const id = await seedDemoStream(tx, stream, { ...place, userId, timezone: user.timezone, structure })
      if (id) streamIds.set(stream.name, id)
    }
    const services = await seedDemoShop(tx, school, { ...place, courses })
    await seedDemoBanners(tx, school, { ...place, courses })
    await seedDemoTalks(tx, school, { ...place, streamIds, services })
    await seedDemoAnnouncements(tx, school, place)
    // Demo learners have long had their points.
    await passOverScores(tx)
    for (const { email, role } of school.users)
      if (role === 'learner') await seedDemoNotices(tx, userIds.get(email) ?? 0, now)
  })
}

async function insertUsers(tx: Db, { brand, users }: DemoSchoolFile, passwordHashes: string[]) {
  const ids = new Map<string, number>()
  for (const [index, { email, role, firstName, lastName, city, timezone, language, points }] of users.entries()) {
    const passwordHash = passwordHashes[index]
    const user = {
      brandId: brand,
      email,
      passwordHash,
      firstName,
      lastName,
      city,
      role,
      languageCode: language,
      timezone,
    }
    const { id } = (await insertUser(tx, JSON.stringify(user))) ?? { id: 0 }
    ids.set(email, id)
    if (points > 0) await awardScore(tx, id, points, 'demo school')
  }
  return ids
}

async function openAccounts(
  database: Database,
  { brand, users, password }: DemoSchoolFile,
): Promise<DemoSchool | undefined> {
  const open = await Promise.all(
    users.map(async ({ email }) => {
      const found = await findCredentials(database, brand, email)
      return found && (await isPassword(password, found.passwordHash)) ? [email] : []
    }),
  )
  const signIns = open.flat()
  return signIns.length ? { signIns, password } : undefined
}
