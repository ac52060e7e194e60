import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { appleRoots } from '#server/features/billing/providers/apple/roots.ts'
import { readSettings, SettingsError, settingsTable } from './settings.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

test('an empty environment gives the defaults [OPS-03]', () => {
  expect(readSettings({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    publicUrl: 'http://127.0.0.1:4000',
    demo: 'auto',
    logLevel: 'info',
    redisUrl: undefined,
    s3: undefined,
    outbox: { smtpUrl: undefined, mailFrom: undefined, smsWebhookUrl: undefined, smsWebhookToken: undefined },
    trustProxy: false,
    sandbox: { mode: 'auto', host: undefined, port: 0, publicUrl: undefined },
    given: {
      accounts: { codeKey: undefined, isSecondFactorRequired: false },
      articles: { authorizations: new Map(), allowPrivate: false },
      backups: { folder: undefined, keep: 7 },
      billing: { sandboxUrl: undefined, appleRoots: undefined, checksAppleOnline: true },
      brands: { folder: resolve('brands') },
      notifications: { keys: undefined, allowPrivate: false },
      social: [],
      videocalls: { stunUrls: [], turnUrls: [], turnSecret: undefined },
      videoconsultations: { allowPrivate: false },
    },
  })
})

test('every variable is read [OPS-03]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const roots = join(folder, 'roots.pem')
  const pem = `-----BEGIN CERTIFICATE-----\n${appleRoots[0]?.toString('base64')}\n-----END CERTIFICATE-----\n`
  await writeFile(roots, pem + pem)
  expect(
    readSettings({
      PORT: '8080',
      HOST: '::1',
      DATA_DIR: '/srv/kurso data',
      DATABASE_URL: 'postgres://kurso:secret@db:5432/kurso',
      PUBLIC_URL: 'https://school.example.com/',
      DEMO: 'off',
      LOG_LEVEL: 'debug',
      BACKUP_DIR: '/srv/backups',
      BACKUP_KEEP: '3',
      STUN_URLS: 'stun:a:3478',
      TURN_URLS: 'turn:a:3478, turns:b:5349?transport=tcp',
      TURN_SECRET: 's',
      BRANDS_DIR: '/srv/brands',
      SMTP_URL: 'smtp://kurso:secret@mail:587',
      MAIL_FROM: 'school@example.com',
      SMS_WEBHOOK_URL: 'https://gateway.example.com/send?to=all',
      SMS_WEBHOOK_TOKEN: 'key-1',
      SANDBOX_URL: 'http://127.0.0.1:8090/',
      APPLE_ROOTS: roots,
      APPLE_ONLINE_CHECKS: 'off',
      PUSH_ALLOW_PRIVATE: 'on',
      TRUST_PROXY: 'on',
    }),
  ).toEqual({
    port: 8080,
    host: '::1',
    dataDir: '/srv/kurso data',
    databaseUrl: 'postgres://kurso:secret@db:5432/kurso',
    publicUrl: 'https://school.example.com',
    demo: 'off',
    logLevel: 'debug',
    redisUrl: undefined,
    s3: undefined,
    outbox: {
      smtpUrl: 'smtp://kurso:secret@mail:587',
      mailFrom: 'school@example.com',
      smsWebhookUrl: 'https://gateway.example.com/send?to=all',
      smsWebhookToken: 'key-1',
    },
    trustProxy: true,
    sandbox: { mode: 'auto', host: undefined, port: 0, publicUrl: undefined },
    given: {
      accounts: { codeKey: undefined, isSecondFactorRequired: false },
      articles: { authorizations: new Map(), allowPrivate: false },
      backups: { folder: '/srv/backups', keep: 3 },
      billing: {
        sandboxUrl: 'http://127.0.0.1:8090',
        appleRoots: [appleRoots[0], appleRoots[0]],
        checksAppleOnline: false,
      },
      brands: { folder: '/srv/brands' },
      notifications: { keys: undefined, allowPrivate: true },
      social: [],
      videocalls: {
        stunUrls: ['stun:a:3478'],
        turnUrls: ['turn:a:3478', 'turns:b:5349?transport=tcp'],
        turnSecret: 's',
      },
      videoconsultations: { allowPrivate: false },
    },
  })
})

test('a variable set to nothing counts as not set, and an IPv6 host is put in brackets', () => {
  expect(readSettings({ PORT: '', HOST: '::1', DEMO: ' ' })).toMatchObject({
    port: 4000,
    demo: 'auto',
    publicUrl: 'http://[::1]:4000',
  })
})

test('all wrong variables are named at once, each with its reason [OPS-03]', () => {
  const problems = problemsOf({ PORT: '70000', HOST: 'http://here', DEMO: 'yes', LOG_LEVEL: 'loud', TRUST_PROXY: '1' })
  expect(problems.map(problem => problem.split(' ')[0])).toEqual(['HOST', 'PORT', 'DEMO', 'LOG_LEVEL', 'TRUST_PROXY'])
  expect(problems[1]).toBe('PORT is "70000": it must be a port number from 0 to 65535')
  expect(problems[2]).toBe('DEMO is "yes": it must be one of on, off, auto')
})

test.each([
  ['PORT', '-1'],
  ['PORT', '80a'],
  ['PORT', '0x50'],
  ['DATABASE_URL', 'mysql://db/kurso'],
  ['DATABASE_URL', 'kurso'],
  ['PUBLIC_URL', 'school.example.com'],
  ['PUBLIC_URL', 'https://school.example.com/courses'],
  ['PUBLIC_URL', 'ftp://school.example.com'],
  ['PUBLIC_URL', 'https://me:pw@school.example.com'],
  ['SMTP_URL', 'mail.example.com'],
  ['MAIL_FROM', 'Kurso <school@example.com>'],
  ['APPLE_ROOTS', import.meta.filename],
  ['APPLE_ROOTS', import.meta.dirname],
  ['APPLE_ROOTS', '/nowhere/roots.pem'],
  ['APPLE_ONLINE_CHECKS', 'yes'],
])('%s refuses %s [OPS-03]', (name, text) => {
  expect(problemsOf({ [name]: text })).toEqual([expect.stringMatching(new RegExp(`^${name} is `))])
})

test.each([
  ['DATABASE_URL', 'mysql://kurso:secret@db/kurso'],
  ['SMTP_URL', 'imap://kurso:secret@mail:587'],
  ['SMTP_URL', 'smtp://kurso:se/secret@1@mail:587'],
  ['SMTP_URL', 'smtp//kurso:secret@mail'],
  ['SMTP_URL', 'kurso:secret@mail'],
  ['SMS_WEBHOOK_URL', 'gateway.example.com/send?key=secret'],
  ['SMS_WEBHOOK_URL', 'ftp://secret:@gateway.example.com/send?key=secret'],
  ['SMS_WEBHOOK_TOKEN', 'secret\nsecret'],
  ['SMS_WEBHOOK_TOKEN', 'secretключ'],
])('a wrong %s, as %j, is refused and its secret not repeated [SEC-01]', (name, text) => {
  const problems = problemsOf({ [name]: text })
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} is `))])
  expect(problems.join()).not.toContain('secret')
})

test('every default passes its own check', () => {
  for (const [name, { fallback, read }] of Object.entries(settingsTable))
    expect(() => read(fallback), name).not.toThrow()
})
