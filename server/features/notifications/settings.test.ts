import webPush from 'web-push'
import { expect, test } from 'vitest'
import { readSettings, SettingsError } from '#server/app/settings.ts'

const pair = webPush.generateVAPIDKeys()
const other = webPush.generateVAPIDKeys()

function problemsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

test('the operator’s own key pair is used as given [OPS-03]', () => {
  const env = { VAPID_PUBLIC_KEY: `${pair.publicKey}=`, VAPID_PRIVATE_KEY: pair.privateKey }
  expect(readSettings(env).given.notifications).toEqual({ keys: pair, allowPrivate: false })
})

test.each([
  ['without its private half', { VAPID_PUBLIC_KEY: pair.publicKey }, 'need each other'],
  ['without its public half', { VAPID_PRIVATE_KEY: pair.privateKey }, 'need each other'],
  [
    'of two pairs',
    { VAPID_PUBLIC_KEY: pair.publicKey, VAPID_PRIVATE_KEY: other.privateKey },
    'VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY',
  ],
  [
    'that is no point',
    { VAPID_PUBLIC_KEY: Buffer.alloc(65, 4).toString('base64url'), VAPID_PRIVATE_KEY: pair.privateKey },
    'must be a web-push key: 65 bytes',
  ],
  [
    'with a short private half',
    { VAPID_PUBLIC_KEY: pair.publicKey, VAPID_PRIVATE_KEY: 'AAAA' },
    'must be a web-push key: 32 bytes',
  ],
  [
    'with nothing but zeros for its private half',
    { VAPID_PUBLIC_KEY: pair.publicKey, VAPID_PRIVATE_KEY: Buffer.alloc(32).toString('base64url') },
    'VAPID_PRIVATE_KEY',
  ],
])('a key pair %s stops the start with the reason and without the key [OPS-03]', (_what, env, reason) => {
  const problems = problemsOf(env)
  expect(problems.join('\n')).toContain(reason)
  expect(problems.join('\n')).not.toContain(pair.privateKey)
  expect(problems.join('\n')).not.toContain(other.privateKey)
})

test('PUSH_ALLOW_PRIVATE is on or off', () => {
  expect(problemsOf({ PUSH_ALLOW_PRIVATE: 'yes' }).join()).toContain('PUSH_ALLOW_PRIVATE')
  expect(readSettings({ PUSH_ALLOW_PRIVATE: 'on' }).given.notifications.allowPrivate).toBe(true)
})
