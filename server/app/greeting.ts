import { outboxFolder } from './messengers.ts'
import type { Settings } from './settings.ts'

export type DemoSchool = { signIns: string[]; password: string }

/** Who is in the school at the start. */
type Present = { demo: DemoSchool | undefined; hasAdministrator: boolean }

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1'])

/**
 * Prints where Kurso is, where undelivered e-mails end up and how to sign in, or how the first administrator is added; warns
 * loudly when a public server accepts the demo password.
 */
export function greet(
  settings: Pick<Settings, 'host' | 'publicUrl' | 'dataDir' | 'databaseUrl' | 'outbox'>,
  { demo, hasAdministrator }: Present,
  print = console.log,
) {
  print(`\n  Kurso is ready at ${settings.publicUrl}\n  Staff sign in at ${settings.publicUrl}/admin\n`)
  for (const line of undelivered(settings)) print(line)
  if (!hasAdministrator) for (const line of firstAdministrator(settings)) print(line)
  if (!demo) return
  for (const email of demo.signIns) print(`    ${email.padEnd(24)} password ${demo.password}`)
  print('')
  const opened = new URL(settings.publicUrl).hostname.replace(/^\[|\]$/g, '')
  const reachable = [settings.host, opened].find(host => !loopbackHosts.has(host))
  if (reachable !== undefined) print(warning(reachable, demo.password))
}

function firstAdministrator({ dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>): string[] {
  const place = databaseUrl === undefined ? `DATA_DIR=${dataDir}` : 'DATABASE_URL=…'
  return [
    '  Nobody administers this school yet. Add the first administrator in another terminal:',
    `    ${place} npm run person -- add you@example.com --role admin --name "First Last"\n`,
  ]
}

/** They contain codes and password links, so whoever runs the school has to know where they are. */
function undelivered({ dataDir, outbox }: Pick<Settings, 'dataDir' | 'outbox'>): string[] {
  const folder = outboxFolder(dataDir)
  return [
    ...(outbox.smtpUrl ? [] : [`  E-mails are not sent: they land in ${folder} until SMTP_URL is set`]),
    ...(outbox.smsWebhookUrl
      ? []
      : [`  Text messages are not sent: they land in ${folder} until SMS_WEBHOOK_URL is set\n`]),
  ]
}

function warning(host: string, password: string): string {
  const lines = [
    'WARNING: THIS SERVER CAN BE REACHED BY OTHERS',
    `IT IS OPEN AT ${host} AND ITS DEMO ACCOUNTS,`,
    `AN ADMINISTRATOR AMONG THEM, ACCEPT THE PASSWORD ${password}`,
    'CHANGE OR DELETE THEM BEFORE ANYONE ELSE SIGNS IN',
  ]
  const width = Math.max(...lines.map(line => line.length))
  const edge = '!'.repeat(width + 8)
  return [edge, ...lines.map(line => `!!  ${line.padEnd(width)}  !!`), edge, ''].join('\n')
}
