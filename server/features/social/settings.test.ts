import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSettings, SettingsError } from '#server/app/settings.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

test('each network that has an id is offered, with the addresses of the real one [ACC-30, OPS-03]', () => {
  const pem = pemOf('P-256')
  const { given } = readSettings({
    GOOGLE_CLIENT_ID: 'g',
    GOOGLE_CLIENT_SECRET: 'gs',
    VK_CLIENT_ID: 'v',
    VK_CLIENT_SECRET: 'vs',
    APPLE_CLIENT_ID: 'a',
    APPLE_TEAM_ID: 'team',
    APPLE_KEY_ID: 'key',
    APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
  })
  expect(given.social).toEqual([
    {
      source: 'google',
      kind: 'openid',
      clientId: 'g',
      issuer: 'https://accounts.google.com',
      secret: { kind: 'text', text: 'gs' },
    },
    {
      source: 'vkontakte',
      kind: 'oauth',
      clientId: 'v',
      clientSecret: 'vs',
      authorizeUrl: 'https://id.vk.com/authorize',
      tokenUrl: 'https://id.vk.com/oauth2/auth',
      profileUrl: 'https://id.vk.com/oauth2/user_info',
    },
    {
      source: 'apple',
      kind: 'openid',
      clientId: 'a',
      issuer: 'https://appleid.apple.com',
      secret: { kind: 'apple', teamId: 'team', keyId: 'key', pem },
    },
  ])
})

test('a network’s missing settings are named, without repeating a secret [OPS-03]', () => {
  expect(problemsOf({ FACEBOOK_CLIENT_ID: 'f', APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 't' })).toEqual([
    'FACEBOOK_CLIENT_SECRET is missing: FACEBOOK_CLIENT_ID needs it',
    'APPLE_KEY_ID is missing: APPLE_CLIENT_ID needs it',
    'APPLE_PRIVATE_KEY is missing: APPLE_CLIENT_ID needs it',
  ])
  const [problem = ''] = problemsOf({ APPLE_PRIVATE_KEY: pemOf('P-384') })
  expect(problem).toMatch(/^APPLE_PRIVATE_KEY is "…": it must be the \.p8 key/)
})

test.each([
  'http://accounts.example.com',
  'ftp://127.0.0.1',
  'accounts.google.com',
  'https://me:pw@accounts.google.com',
])('a network is asked over TLS or on this machine, so not at %s [OPS-03]', text =>
  expect(problemsOf({ GOOGLE_ISSUER: text })).toEqual([expect.stringMatching(/^GOOGLE_ISSUER is /)]),
)
