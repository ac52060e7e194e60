import pino from 'pino'
import { type Check, lacking } from '#server/platform/check.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openListener } from '#server/platform/database/listener.ts'
import { countWaiting } from '#server/platform/database/migrate.ts'
import { openJobs } from '#server/platform/jobs/job-queue.ts'
import { redisCheck } from '#server/platform/live/check-redis.ts'
import { mailCheck } from '#server/platform/mail/check-mail.ts'
import { textCheck } from '#server/platform/sms/check-texter.ts'
import { addressCheck } from '../doctor/address-check.ts'
import { clockCheck } from '../doctor/clock-check.ts'
import { databaseCheck } from '../doctor/database-check.ts'
import { diskCheck } from '../doctor/disk-check.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { openMessengers } from '../messengers.ts'
import { features, openFeatures } from '../open-features.ts'
import { checkGiven, readSettings, SettingsError, type Settings } from '../settings.ts'
import { openServerDatabase } from './run-operator-command.ts'

/** Says in each of its answers what time it is. */
const timeUrl = 'https://www.gstatic.com/generate_204'

/**
 * `npm run doctor`: tries each part of the installation for real, beside a server that may be running, and prints what works, what does
 * not, and what to do about it. Nothing is sent to anybody. Answers whether nothing is broken.
 */
export async function runDoctorCommand(
  env: Record<string, string | undefined>,
  print: (line: string) => void,
): Promise<boolean> {
  const settings = await goodSettings(env, print)
  if (!settings) return false
  const { database, close } = await openServerDatabase(settings)
  try {
    const checks = [...checksOfServer(settings, database), ...(await checksOfFeatures(settings, database))]
    const { good, lacking: few, broken } = await runChecks(checks, print)
    print(`\n${good} good, ${few} could be better, ${broken} broken`)
    return broken === 0
  } finally {
    await close()
  }
}

/** The settings; undefined where they are wrong, which is then printed. */
async function goodSettings(env: Record<string, string | undefined>, print: (line: string) => void) {
  try {
    const settings = readSettings(env)
    await checkGiven(settings.given)
    print('✓ Settings: all are understood')
    return settings
  } catch (error) {
    if (!(error instanceof Error)) throw error
    print(`✗ Settings: ${error instanceof SettingsError ? error.problems.join('\n    ') : error.message}`)
    print('    Compare them with the table of settings in README.md; the rest is tried once they are right')
    return undefined
  }
}

function checksOfServer(settings: Settings, database: Database): Check[] {
  const { outbox, redisUrl, dataDir } = settings
  const redis = redisCheck(redisUrl)
  return [
    databaseCheck(database),
    clockCheck({ now: Date.now, database, timeUrl }),
    diskCheck(dataDir),
    addressCheck({ ...settings, now: Date.now }),
    mailCheck(outbox),
    textCheck(outbox),
    ...(redis ? [redis] : []),
  ]
}

/** What features try; they open on a database that is there and up to date. */
async function checksOfFeatures(settings: Settings, database: Database): Promise<Check[]> {
  const waiting = await countWaiting(database).catch(() => undefined)
  // The check of the database says why.
  if (waiting === undefined) return []
  if (waiting > 0)
    return [
      {
        name: 'Tables',
        advice: '',
        run: async () =>
          lacking(
            `${waiting} changes of this release are still to come`,
            'They are made at the next start; run this again after it for media, notifications, calls and payments',
          ),
      },
    ]
  const { dataDir, s3, publicUrl, outbox, given } = settings
  const log = pino({ level: 'silent' })
  const parts = await openFeatures(
    {
      database,
      listener: openListener(database, () => undefined),
      jobs: openJobs(database, log),
      ...openMessengers({ dataDir, outbox }),
      log,
      clock: Date.now,
      dataDir,
      s3,
      isHttps: publicUrl.startsWith('https:'),
      publicUrl,
      mailFrom: outbox.mailFrom,
    },
    given,
  )
  const found: Check[] = []
  for (const feature of features) found.push(...((await feature.checks?.(parts, parts.of(feature))) ?? []))
  return found
}
