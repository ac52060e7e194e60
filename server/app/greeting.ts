import { outboxFolder } from './messengers.ts'
import type { Settings } from './settings.ts'

export type DemoSchool = { signIns: string[]; password: string }

/** Who can be let in at the start; the link is there while nobody administers the school. */
type Present = { demo: DemoSchool | undefined; setupLink: string | undefined; sandboxUrl?: string | undefined }

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1'])

/**
 * Says where Kurso is, where undelivered e-mails end up and how to sign in, or the link for the first administrator; warns
 * loudly when a public server accepts the demo password. One text, so that whoever reads the output never has half of it.
 */
export function greeting(
  settings: Pick<Settings, 'host' | 'publicUrl' | 'dataDir' | 'outbox'>,
  { demo, setupLink, sandboxUrl }: Present,
): string {
  return [
    `\n  Kurso is ready at ${settings.publicUrl}\n  Staff sign in at ${settings.publicUrl}/admin\n`,
    ...undelivered(settings),
    ...(sandboxUrl === undefined ? [] : [`  Payments are trials, no money moves: ${sandboxUrl}\n`]),
    ...(setupLink === undefined ? [] : firstVisit(setupLink)),
    ...(demo ? signIns(settings, demo) : []),
    '',
  ].join('\n')
}

function signIns({ host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>, demo: DemoSchool): string[] {
  const opened = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  const reachable = [host, opened].find(name => !loopbackHosts.has(name))
  return [
    ...demo.signIns.map(email => `    ${email.padEnd(24)} password ${demo.password}`),
    '',
    ...(reachable === undefined ? [] : [warning(reachable, demo.password)]),
  ]
}

/** Whoever opens the link administers the school. */
function firstVisit(link: string): string[] {
  return [
    '  Nobody administers this school yet. Name it and become its first administrator here;',
    '  the link works once, until the next start. Whoever has it gets the school:',
    `    ${link}\n`,
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
