import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { segmentsLength } from '#shared/features/people/segments.ts'
import { isBlank } from '#shared/platform/text.ts'
import { isTimeZone } from '#shared/platform/times.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { tellOldEmail } from '#server/features/accounts/email-change.ts'
import { forgetTouched, type PeopleContext, type PeopleParts } from './person-context.ts'
import { type LockedPerson, lockPerson, lockWithAdmins } from '#server/features/accounts/lock-person.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { updatePerson } from './queries.ts'

type Patch = PeopleContext<'PATCH /studio/users/:id'>
type Change = Patch['body']

/**
 * Changes what staff may change about a person; only real differences are written and logged, before and after. A
 * proven e-mail that is replaced gets a notice.
 */
export async function changePerson(context: Patch, { jobs }: Pick<PeopleParts, 'jobs'>): Promise<object> {
  const { db, user, refuse } = context
  const wanted = wantedOf(context)
  const touched = await db
    .inTransaction(async tx => {
      const { person, isLastAdmin } = await lockFor(tx, wanted, context)
      if (!person) return refuse('not_found')
      const before = { ...person, segments: person.segments.map(({ name }) => name) }
      const change = differences(before, wanted)
      if (Object.keys(change).length === 0) return []
      if (change.role && isLastAdmin) return refuse('last_admin')
      const segments = change.segments?.map(name => segmentOf(name, person))
      const sessions = await updatePerson(tx, person.id, JSON.stringify({ ...change, segments }))
      if (change.email !== undefined && person.email !== null && person.isEmailProven)
        await tellOldEmail(jobs, tx, person.id, person.email)
      const detail = Object.fromEntries(
        Object.entries(change).map(([name, to]) => [name, { from: before[name as keyof Change], to }]),
      )
      await writeAudit(tx, user, { action: 'user.change', targetType: 'user', targetId: person.id, detail })
      return sessions
    })
    .catch((error: unknown) => (isTaken(error) ? refuse('email_taken', { fields: ['email'] }) : Promise.reject(error)))
  forgetTouched(db, touched)
  return {}
}

/** Locks the person; a change of role may take the brand its last administrator, so that then all of them wait. */
async function lockFor(tx: Db, wanted: Change, { params, user }: Patch) {
  if (wanted.role !== undefined) return lockWithAdmins(tx, params.id, user.brandId)
  return { person: await lockPerson(tx, params.id, user.brandId), isLastAdmin: false }
}

/** Whether an error means that the e-mail is taken in the brand. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'users_email'
}

function wantedOf({ body, refuse }: Patch): Change {
  const { first_name: firstName, last_name: lastName, email, timezone, segments } = body
  if (firstName !== undefined && isBlank(firstName)) refuse('name_required', { fields: ['first_name'] })
  const address = email === undefined ? undefined : normalizeEmail(email)
  if (address !== undefined && emailErrors(address).errors.length) refuse('invalid_email', { fields: ['email'] })
  if (timezone !== undefined && !isTimeZone(timezone)) refuse('wrong_timezone', { fields: ['timezone'] })
  const names = segments && eachOnce(segments)
  if (names && names.join(',').length > segmentsLength) refuse('invalid_input', { fields: ['segments'] })
  return {
    ...body,
    ...(firstName !== undefined && { first_name: firstName.trim() }),
    ...(lastName !== undefined && { last_name: lastName.trim() }),
    ...(address !== undefined && { email: address }),
    ...(names && { segments: names }),
  }
}

/** Without what is blank; of those that differ in capitals only, one. */
function eachOnce(names: readonly string[]): string[] {
  const given = names.map(name => name.trim()).filter(name => !isBlank(name))
  return [...new Map(given.map(name => [name.toLowerCase(), name])).values()]
}

/** The segment of a name: as the person has it, else under the number that its name has in every account. */
function segmentOf(name: string, { segments }: LockedPerson): LockedPerson['segments'][number] {
  const digest = createHash('sha256').update(name.toLowerCase()).digest()
  return segments.find(one => one.name === name) ?? { id: digest.readUIntBE(0, 6), name }
}

function differences(before: Omit<LockedPerson, 'segments'> & { segments: string[] }, wanted: Change): Change {
  const isOther = ([name, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(before[name as keyof Change], value)
  return Object.fromEntries(Object.entries(wanted).filter(isOther))
}
