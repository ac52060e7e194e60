import { writeAudit } from '#server/features/accounts/audit.ts'
import { findCredentials, insertUser, updatePassword } from '#server/features/accounts/queries.ts'
import { removeFactor } from '#server/features/accounts/second-factor/second-factor.ts'
import { hashPassword, newPassword } from '#server/features/accounts/secrets.ts'
import { brandById } from '#server/features/brands/load-brands.ts'
import { insertCourseExperts, listCoursesByKey } from '#server/features/courses/queries.ts'
import { recomputeProgress } from '#server/features/progress/recompute-progress.ts'
import { listStreams } from '#server/features/streams/queries.ts'
import { namedBrand, UsageError } from './operator-command.ts'
import type { NewPerson, PersonCommand } from './person-arguments.ts'
import type { School } from './run-operator-command.ts'

/** Runs one command on an open, migrated database; a password is printed once and stored only as its hash. */
export async function runPersonCommand(command: PersonCommand, school: School): Promise<void> {
  const brandId = namedBrand(school.brands, command.brand)
  if (command.command === 'add') await addPerson(command, brandId, school)
  else if (command.command === 'password') await givePassword(command.email, brandId, school)
  else if (command.command === 'no-second-factor') await turnOffFactor(command.email, brandId, school)
  else await recompute(command.email, brandId, school)
}

async function addPerson(person: NewPerson, brandId: string, { database, brands, print }: School) {
  const { email, role, firstName, lastName, timezone } = person
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const languageCode = person.language ?? brandById(brands, brandId).site.defaultLanguage
  const user = { brandId, email, passwordHash, firstName, lastName, role, languageCode, timezone }
  const courses = await taughtCourses(person.teaches, brandId, database)
  await database.inTransaction(async tx => {
    const added = await insertUser(tx, JSON.stringify(user))
    if (!added) throw new UsageError(`Brand ${brandId} already has a person with the e-mail ${email}`)
    await insertCourseExperts(
      tx,
      added.id,
      courses.map(({ id }) => id),
    )
    await writeAudit(tx, byCommand(brandId), {
      action: 'user.add',
      targetType: 'user',
      targetId: added.id,
      detail: { role },
    })
  })
  print(`Added ${email} to brand ${brandId} as ${role}`)
  if (courses.length) print(`Reviews and answers in: ${courses.map(({ key }) => key).join(', ')}`)
  print(`Password: ${password}`)
}

async function taughtCourses(keys: string[], brandId: string, database: School['database']) {
  const courses = await listCoursesByKey(database, brandId, keys)
  const missing = keys.filter(key => !courses.some(course => course.key === key))
  if (missing.length) throw new UsageError(`Brand ${brandId} has no course ${missing.join(', ')}`)
  return courses
}

async function givePassword(email: string, brandId: string, { database, print }: School) {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const updated = await database.inTransaction(async tx => {
    const changed = await updatePassword(tx, brandId, email, passwordHash)
    if (!changed) throw nobody(email, brandId)
    await writeAudit(tx, byCommand(brandId), { action: 'user.password', targetType: 'user', targetId: changed.id })
    return changed
  })
  print(`${email} has a new password; sessions ended: ${updated.endedSessions}`)
  print(`Password: ${password}`)
}

async function turnOffFactor(email: string, brandId: string, { database, print }: School) {
  const removed = await database.inTransaction(async tx => {
    const person = await findCredentials(tx, brandId, email)
    if (!person) throw nobody(email, brandId)
    return removeFactor(tx, byCommand(brandId), person.id)
  })
  print(removed ? `Two-step verification of ${email} is off` : `${email} has no two-step verification`)
}

async function recompute(email: string, brandId: string, { database, print }: School) {
  const person = await findCredentials(database, brandId, email)
  if (!person) throw nobody(email, brandId)
  const streams = await listStreams(database, person.id, null, [])
  for (const { id } of streams) await recomputeProgress(database, id)
  await writeAudit(database, byCommand(brandId), { action: 'user.recompute', targetType: 'user', targetId: person.id })
  print(`Progress of ${email} rebuilt; streams: ${streams.length}`)
}

const byCommand = (brandId: string) => ({ userId: null, brandId })

const nobody = (email: string, brandId: string) =>
  new UsageError(`Brand ${brandId} has no person with the e-mail ${email}`)
