import { roles } from '#shared/features/accounts/contract.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { isTimeZone } from '#shared/platform/times.ts'
import { readArguments, UsageError } from './operator-command.ts'

const usage = `npm run person -- add EMAIL [--role learner] [--name "First Last"] [--language en] [--timezone UTC] [--teaches COURSE] [--brand kurso]
npm run person -- password EMAIL [--brand kurso]
npm run person -- no-second-factor EMAIL [--brand kurso]
npm run person -- recompute EMAIL [--brand kurso]

  add               lets somebody in, with a new password that is shown once
  password          gives the person a new password, shown once, and signs them out everywhere
  no-second-factor  turns off two-step verification for who has lost the app and the recovery codes
  recompute         rebuilds the person's progress from what they did

  --role            ${roles.join(', ')}
  --language        en, ru or es; the brand's language by default
  --timezone        the person's time zone, such as Europe/Madrid; UTC by default
  --teaches         key of a course this expert reviews and answers in (repeatable)`

const options = {
  role: { type: 'string' },
  name: { type: 'string' },
  language: { type: 'string' },
  timezone: { type: 'string' },
  teaches: { type: 'string', multiple: true },
  brand: { type: 'string' },
} as const

const languages = ['en', 'ru', 'es'] as const
const nameLength = 100

type Named = { email: string; brand: string | undefined }

export type NewPerson = Named & {
  command: 'add'
  role: (typeof roles)[number]
  firstName: string
  lastName: string
  /** Undefined for the brand's default. */
  language: (typeof languages)[number] | undefined
  timezone: string
  /** Keys of courses. */
  teaches: string[]
}

const ofKnownPerson = ['password', 'no-second-factor', 'recompute'] as const

export type PersonCommand = NewPerson | (Named & { command: (typeof ofKnownPerson)[number] })

/** Parses the arguments of `npm run person --`; throws UsageError. */
export function readPersonArguments(args: string[]): PersonCommand {
  const { values, positionals } = readArguments(args, options, usage)
  const [command, subject, ...more] = positionals
  if (more.length) throw new UsageError(`Unexpected argument: ${more.join(' ')}`)
  if (subject === undefined) throw new UsageError(usage)
  const { brand, ...person } = values
  const named = { email: emailOf(subject), brand }
  if (command === 'add') return { command, ...named, ...personOf(person) }
  const known = ofKnownPerson.find(one => one === command)
  if (known === undefined) throw new UsageError(usage)
  const [unwanted] = Object.keys(person)
  if (unwanted !== undefined) throw new UsageError(`--${unwanted} is only for add`)
  return { command: known, ...named }
}

function emailOf(text: string): string {
  const email = normalizeEmail(text)
  const { errors } = emailErrors(email)
  if (errors.length) throw new UsageError(`${text} is not an e-mail address: ${errors.join(', ')}`)
  return email
}

type Given = Partial<Record<'role' | 'name' | 'language' | 'timezone', string>> & { teaches?: string[] }

function personOf({ role = 'learner', name = '', language, timezone = 'UTC', teaches = [] }: Given) {
  if (!isTimeZone(timezone)) throw new UsageError(`--timezone ${timezone} is not a time zone like Europe/Madrid`)
  if (name.length > nameLength || /\p{Cc}/u.test(name))
    throw new UsageError(`--name is not a name of at most ${nameLength} characters`)
  if (teaches.length && role !== 'expert') throw new UsageError('--teaches is only for --role expert')
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return {
    role: oneOf(roles, '--role', role),
    firstName,
    lastName: rest.join(' '),
    language: language === undefined ? undefined : oneOf(languages, '--language', language),
    timezone,
    teaches: [...new Set(teaches)],
  }
}

function oneOf<Value extends string>(allowed: readonly Value[], option: string, text: string): Value {
  const value = allowed.find(one => one === text)
  if (value === undefined) throw new UsageError(`${option} ${text} is not one of ${allowed.join(', ')}`)
  return value
}
