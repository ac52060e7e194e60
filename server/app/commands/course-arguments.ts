import { isArchive } from '#server/features/courses/archives/open-archive.ts'
import { readArguments, UsageError } from './operator-command.ts'

const usage = `npm run course -- import FILE --stream 2026-12-01 [--days 60] [--brand kurso] [--enrol learner@example.com] [--lower-progress]
npm run course -- import FILE.imscc|FILE.tar.gz [--language en] [--brand kurso]
npm run course -- export KEY [--out FOLDER|FILE.tar.gz] [--brand kurso]
npm run course -- list [--brand kurso]

  --stream   first day of the cohort (repeat for more cohorts)
  --days     length of the cohort; by default 30 days longer than the course
  --enrol    e-mail of a person to enrol in the cohort (repeatable)
  --lower-progress   also if learners' share of finished days falls, as when days are added
  --language   of a Common Cartridge (.imscc) or Open edX export (.tar.gz), which becomes a draft that is not published; by default en`

const options = {
  stream: { type: 'string', multiple: true },
  days: { type: 'string' },
  brand: { type: 'string' },
  enrol: { type: 'string', multiple: true },
  out: { type: 'string' },
  'lower-progress': { type: 'boolean' },
  language: { type: 'string' },
} as const

export type CourseCommand =
  | {
      command: 'import'
      file: string
      starts: string[]
      days: number | undefined
      brand: string | undefined
      emails: string[]
      mayLowerProgress: boolean
    }
  /** An archive of another format becomes a draft. */
  | { command: 'draft'; file: string; brand: string | undefined; language: string }
  | { command: 'export'; key: string; out: string | undefined; brand: string | undefined }
  | { command: 'list'; brand: string | undefined }

/** Parses the arguments of `npm run course --`; throws UsageError. */
export function readCourseArguments(args: string[]): CourseCommand {
  const { values, positionals } = readArguments(args, options, usage)
  const [command, subject, ...more] = positionals
  if (more.length) throw new UsageError(`Unexpected argument: ${more.join(' ')}`)
  const { brand } = values
  if (command === 'list' && subject === undefined) return { command, brand }
  if (command === 'export' && subject !== undefined) return { command, key: subject, out: values.out, brand }
  if (command !== 'import' || subject === undefined) throw new UsageError(usage)
  if (isArchive(subject)) {
    const unfit = (['stream', 'days', 'enrol', 'lower-progress'] as const).find(name => values[name] !== undefined)
    if (unfit) throw new UsageError(`--${unfit} is for published courses; ${subject} becomes a draft`)
    return { command: 'draft', file: subject, brand, language: values.language ?? 'en' }
  }
  if (values.language !== undefined) throw new UsageError('--language is for archives; a course file names its own')
  const starts = values.stream ?? []
  for (const date of starts) if (!isDate(date)) throw new UsageError(`--stream ${date} is not a date like 2026-12-01`)
  const emails = values.enrol ?? []
  if (emails.length && !starts.length) throw new UsageError('--enrol needs --stream: the cohort to enrol in')
  const mayLowerProgress = values['lower-progress'] ?? false
  return { command, file: subject, starts, days: daysOf(values.days), brand, emails, mayLowerProgress }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > 3660)
    throw new UsageError(`--days ${text} is not a number of days from 1 to 3660`)
  return days
}
