import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { birthdayFromTyped } from '#shared/features/profile/birthday.ts'
import { plainInstagram } from '#shared/features/profile/instagram.ts'
import { type ProfileInput, type ProfileProblem, plainPhone, profileProblems } from '#shared/features/profile/rules.ts'
import { isTimeZone, localDate } from '#shared/platform/times.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { tellOldEmail } from '#server/features/accounts/email-change.ts'
import { tellNewPassword } from '#server/features/accounts/passwords/password-change.ts'
import { deleteSessionsOf } from '#server/features/accounts/queries.ts'
import { applyToSessions, refreshSessionsOf } from '#server/features/accounts/sessions/sessions.ts'
import { type CredentialProblem, type CredentialsInput, judgeCredentials } from './own-credentials.ts'
import { type OwnCredentials, type ProfileChange, updateProfile } from './queries.ts'

type Person = Pick<Actor, 'userId' | 'sessionId' | 'brandId' | 'timezone'>
/** `jobs` sends the notices that changes cause. */
export type ProfileParts = { jobs: Pick<JobQueue, 'send'>; brands: Brands }
type Input = Omit<ProfileInput, 'gender'> & { gender?: string } & CredentialsInput & { status?: number }
export type ChangeProblem = ProfileProblem | CredentialProblem

/**
 * Changes a person's profile, all or nothing; returns what is wrong with the input, if anything. In the same
 * transaction a new password ends the other sessions and a new e-mail queues a notice to the old one; sessions reread a
 * changed time zone.
 */
export async function changeProfile(
  db: Database,
  { jobs, brands }: ProfileParts,
  person: Person,
  input: Input,
  now: number,
): Promise<ChangeProblem | undefined> {
  const { timezone = person.timezone, status } = input
  const today = localDate(now, isTimeZone(timezone) ? timezone : person.timezone)
  const { gender: _, ...typed } = input
  const [problem] = profileProblems(typed, today)
  if (problem) return problem
  const { emailRules } = brandById(brands, person.brandId).config
  const judged = await judgeCredentials(db, person.userId, input, now, emailRules)
  if ('code' in judged) return judged
  const written = await write(db, jobs, person, { ...changeOf(input, today), ...judged.change, status }, judged.known)
  if (written !== undefined) return written
  if (timezone !== person.timezone) await refreshSessionsOf(db, person.userId)
  return undefined
}

/** The columns to write, from validated input. */
function changeOf(input: Input, today: string): Partial<Record<keyof ProfileChange, string | undefined>> {
  const read = (text: string | undefined, how: (text: string) => string | undefined) =>
    text === undefined ? undefined : (how(text) ?? '')
  return {
    firstName: input.name?.trim(),
    lastName: input.last_name?.trim(),
    city: input.city?.trim(),
    gender: input.gender,
    phone: read(input.phone, plainPhone),
    birthday: read(input.birthday, text => birthdayFromTyped(text, today)),
    instagram: read(input.instagram_id, plainInstagram),
    languageCode: input.language_code,
    timezone: input.timezone,
  }
}

async function write(
  db: Database,
  jobs: Pick<JobQueue, 'send'>,
  { userId, sessionId }: Person,
  change: object,
  known: OwnCredentials | null,
): Promise<ChangeProblem | undefined> {
  const text = JSON.stringify(change)
  const hasPassword = 'passwordHash' in change
  const oldEmail = 'email' in change && known?.isEmailProven ? known.email : null
  try {
    const { count, ended } = await db.inTransaction(async tx => {
      const count = await updateProfile(tx, userId, text, known && JSON.stringify(known))
      if (count > 0 && oldEmail !== null) await tellOldEmail(jobs, tx, userId, oldEmail)
      if (count > 0 && hasPassword && known?.passwordHash != null) await tellNewPassword(jobs, tx, userId)
      return { count, ended: hasPassword && count > 0 ? await deleteSessionsOf(tx, userId, sessionId, null) : [] }
    })
    applyToSessions(db, { ended: ended.map(({ key }) => key) })
    return count > 0 ? undefined : { code: 'current_password_wrong', field: 'current_password' }
  } catch (error) {
    if (isEmailTaken(error)) return { code: 'email_taken', field: 'email' }
    throw error
  }
}

/** Two people may request one e-mail at the same time; the unique index decides. */
function isEmailTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'users_email'
}
