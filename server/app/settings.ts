import { ConfigurationError } from '#server/platform/configuration-error.ts'
import type { ServerFeature } from '#server/platform/feature.ts'
import { address, folder, oneOf, type Setting, type SettingsTable, setting } from '#server/platform/setting.ts'
import type { S3Place } from '#server/platform/storage/s3-store.ts'
import { emailErrors } from '#shared/features/accounts/email.ts'
import * as features from './features.ts'
import type { Outbox } from './messengers.ts'

/** Invalid environment variables, each with the reason. */
export class SettingsError extends ConfigurationError {
  override name = 'SettingsError'
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`wrong environment variables:\n${problems.map(problem => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

function port(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 65535) throw new Error('must be a port number from 0 to 65535')
  return value
}

function host(text: string): string {
  if (!/^[\w.:%-]+$/.test(text)) throw new Error('must be a host name or an IP address, without a port or a scheme')
  return text
}

function databaseUrl(text: string): string | undefined {
  if (text === '') return undefined
  // PostgreSQL accepts a socket folder as host, URL does not: postgres:///kurso?host=/run/postgresql
  address(text, ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')
  return text
}

function storeEndpoint(text: string): string | undefined {
  if (text === '') return undefined
  const url = address(text, ['http:', 'https:'], 'https://s3.eu-central-1.amazonaws.com')
  if (url.pathname !== '/' || url.search || url.hash)
    throw new Error('must be only an origin, without a bucket or a path')
  if (url.username || url.password) throw new Error('must not contain a user name or a password')
  return url.origin
}

function bucketName(text: string): string {
  if (text !== '' && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)) throw new Error('must be the name of a bucket')
  return text
}

function redisUrl(text: string): string | undefined {
  if (text === '') return undefined
  address(text, ['redis:', 'rediss:'], 'redis://host:6379')
  return text
}

function smtpUrl(text: string): string | undefined {
  if (text === '') return undefined
  address(text, ['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587')
  return text
}

function mailAddress(text: string): string | undefined {
  if (text === '') return undefined
  if (emailErrors(text).errors.length) throw new Error('must be an e-mail address')
  return text
}

function webhookUrl(text: string): string | undefined {
  if (text === '') return undefined
  return address(text, ['http:', 'https:'], 'https://gateway.example.com/send').href
}

function bearerToken(text: string): string | undefined {
  if (/[^\x21-\x7e]/.test(text)) throw new Error('must be Latin letters, digits and symbols, without a space')
  return text || undefined
}

function publicUrl(text: string): string | undefined {
  if (text === '') return undefined
  const url = address(text, ['http:', 'https:'], 'https://school.example.com')
  if (url.pathname !== '/' || url.search || url.hash) throw new Error('must be only an origin, without a path')
  if (url.username || url.password) throw new Error('must not contain a user name or a password')
  return url.origin
}

const processTable = {
  PORT: setting('4000', 'Port that the server listens on; 0 takes a free one.', port),
  HOST: setting('127.0.0.1', 'Address that the server listens on; 0.0.0.0 is every network of the machine.', host),
  DATA_DIR: setting('./data', 'Folder of uploaded files and of the embedded database.', folder),
  DATABASE_URL: setting('', 'PostgreSQL 15 or newer to use instead of the embedded one.', databaseUrl),
  REDIS_URL: setting(
    '',
    'Redis or Valkey through which several servers notify each other; the database when not given.',
    redisUrl,
  ),
  PUBLIC_URL: setting('', 'Address where learners open the school; http://HOST:PORT when not given.', publicUrl),
  DEMO: setting(
    'auto',
    'Demo school: on, off, or auto: only in an empty embedded database.',
    oneOf('on', 'off', 'auto'),
  ),
  LOG_LEVEL: setting(
    'info',
    'How much is logged: fatal, error, warn, info, debug, trace or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  SMTP_URL: setting(
    '',
    'Mail server, as smtp://user:password@host:587; without one e-mails are written to DATA_DIR/outbox.',
    smtpUrl,
  ),
  MAIL_FROM: setting('', 'Sender of e-mails; the brand’s support e-mail when not given.', mailAddress),
  SMS_WEBHOOK_URL: setting(
    '',
    'Gateway that receives text messages as JSON; without one they are written to DATA_DIR/outbox.',
    webhookUrl,
  ),
  SMS_WEBHOOK_TOKEN: setting('', 'Bearer token for that gateway.', bearerToken),
  S3_ENDPOINT: setting('', 'S3-compatible store for media; the folder DATA_DIR/media when not given.', storeEndpoint),
  S3_BUCKET: setting('', 'Bucket in that store; keep it private.', bucketName),
  S3_REGION: setting('us-east-1', 'Region of that store.', String),
  S3_ACCESS_KEY: setting('', 'Access key id for that store.', String),
  S3_SECRET_KEY: setting('', 'Its secret.', String),
  TRUST_PROXY: setting(
    'off',
    'on when a proxy in front sets X-Forwarded-For and X-Forwarded-Proto; without a proxy anyone could forge them.',
    text => oneOf('on', 'off')(text) === 'on',
  ),
  METRICS_TOKEN: setting(
    '',
    'Bearer token with which /metrics opens; without one only to this machine, and with TRUST_PROXY to nobody.',
    bearerToken,
  ),
}

const sandboxTable = {
  SANDBOX: setting(
    'auto',
    'Trial payment provider, which moves no money: on, off, or auto: for the demo school, and once an administrator turns it on.',
    oneOf('on', 'off', 'auto'),
  ),
  SANDBOX_HOST: setting('', 'Address that it listens on; HOST when not given.', text =>
    text ? host(text) : undefined,
  ),
  SANDBOX_PORT: setting('0', 'Port that it listens on; 0 takes a free one.', port),
  SANDBOX_PUBLIC_URL: setting(
    '',
    'Address where learners find its pages; its port at the host of PUBLIC_URL when not given.',
    publicUrl,
  ),
}

const settingsByFeature = Object.values<ServerFeature>(features).flatMap(({ name, settings }) =>
  settings ? [[name, settings] as const] : [],
)

/** Every environment variable of the server; a test compares the README's table with this one. */
export const settingsTable: SettingsTable = Object.assign(
  { ...processTable, ...sandboxTable },
  ...settingsByFeature.map(([, { table }]) => table),
)

type GivenOf<Feature> = Feature extends ServerFeature<infer _Own, infer Given> ? Given : never

/** Each feature's settings, by its name. */
export type GivenByFeature = { [Name in keyof typeof features]: GivenOf<(typeof features)[Name]> }

type Table = typeof processTable
type ReadOne<Own extends SettingsTable> = <Name extends keyof Own & string>(name: Name) => ReturnType<Own[Name]['read']>
type Values = { [Name in keyof Table]: ReturnType<Table[Name]['read']> }

export type Settings = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  redisUrl: string | undefined
  publicUrl: string
  demo: 'on' | 'off' | 'auto'
  logLevel: Values['LOG_LEVEL']
  /** Undefined when media are stored in a folder. */
  s3: S3Place | undefined
  outbox: Outbox
  trustProxy: boolean
  metricsToken: string | undefined
  /** The trial payment provider. */
  sandbox: { mode: 'on' | 'off' | 'auto'; host: string | undefined; port: number; publicUrl: string | undefined }
  given: GivenByFeature
}

/**
 * Reads the settings from environment variables, treating empty ones as unset; throws a SettingsError that names every
 * invalid one.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const problems: string[] = []
  const read: Read = reader(processTable, env, problems) as Read
  const values = { host: read('HOST'), port: read('PORT') }
  const settings = {
    ...values,
    dataDir: read('DATA_DIR'),
    databaseUrl: read('DATABASE_URL'),
    redisUrl: read('REDIS_URL'),
    publicUrl: read('PUBLIC_URL') ?? `http://${urlHost(values.host)}:${values.port}`,
    demo: read('DEMO'),
    logLevel: read('LOG_LEVEL'),
    s3: storePlace(read, problems),
    outbox: {
      smtpUrl: read('SMTP_URL'),
      mailFrom: read('MAIL_FROM'),
      smsWebhookUrl: read('SMS_WEBHOOK_URL'),
      smsWebhookToken: read('SMS_WEBHOOK_TOKEN'),
    },
    trustProxy: read('TRUST_PROXY'),
    metricsToken: read('METRICS_TOKEN'),
    sandbox: sandboxOf(env, problems),
    given: givenOf(env, problems),
  }
  if (problems.length) throw new SettingsError(problems)
  return settings
}

function sandboxOf(env: Record<string, string | undefined>, problems: string[]): Settings['sandbox'] {
  const read = reader(sandboxTable, env, problems) as ReadOne<typeof sandboxTable>
  return {
    mode: read('SANDBOX'),
    host: read('SANDBOX_HOST'),
    port: read('SANDBOX_PORT'),
    publicUrl: read('SANDBOX_PUBLIC_URL'),
  }
}

/** Feature settings from environment variables; problems are added to `problems`. */
export function givenOf(env: Record<string, string | undefined>, problems: string[] = []): GivenByFeature {
  const given = settingsByFeature.map(([name, { table, read }]) => [name, read(reader(table, env, problems), problems)])
  return Object.fromEntries(given) as GivenByFeature
}

/** Checks the files named by the settings; throws a ConfigurationError. */
export async function checkGiven(given: GivenByFeature): Promise<void> {
  const byName: Record<string, unknown> = given
  for (const [name, { check }] of settingsByFeature) await check?.(byName[name])
}

function reader(table: SettingsTable, env: Record<string, string | undefined>, problems: string[]) {
  return (name: string): unknown => {
    const { fallback, read } = table[name] as Setting<unknown>
    const text = env[name]?.trim() || fallback
    try {
      return read(text)
    } catch (error) {
      problems.push(`${name} is ${JSON.stringify(shown(name, text))}: it ${(error as Error).message}`)
      return read(fallback)
    }
  }
}

type Read = <Name extends keyof Table>(name: Name) => Values[Name]

/** A store needs all of its settings or none. */
function storePlace(read: Read, problems: string[]): S3Place | undefined {
  const endpoint = read('S3_ENDPOINT')
  const names = ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const
  const [bucket, accessKey, secretKey] = [read(names[0]), read(names[1]), read(names[2])]
  const region = read('S3_REGION')
  if (endpoint === undefined) return undefined
  for (const name of names) if (read(name) === '') problems.push(`${name} is missing: S3_ENDPOINT needs it`)
  return { endpoint, bucket, region, accessKey, secretKey }
}

/** An invalid value may still contain a password or key, and the message goes to a log. */
function shown(name: string, text: string): string {
  if (/_(TOKEN|KEY|SECRET)$/.test(name)) return '…'
  return name.endsWith('_URL') ? text.replace(/^([a-z]+:\/\/)?.*@/s, '$1…@').replace(/\?.*/s, '?…') : text
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
