import crypto, { createECDH } from 'node:crypto'
import webPush from 'web-push'
import { afterEach, expect, test, vi } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { isUsable, sendPush } from './send-push.ts'
import { decryptPush } from './testing/push-cipher.ts'
import { startPushService } from './testing/push-receiver.ts'

type Case = {
  what: string
  receiver_private_d: string
  receiver_public: string
  auth_secret: string
  message: string
  plaintext?: string
  sender_private_d?: string
  salt?: string
  must_fail?: boolean
}
const { cases } = sharedData<{ cases: Case[] }>('protocols/web-push.json')
const receiverOf = (one: Case) => ({
  privateKey: one.receiver_private_d,
  publicKey: one.receiver_public,
  auth: one.auth_secret,
})

afterEach(() => vi.restoreAllMocks())

test('there are vectors of each kind', () => {
  expect(cases.filter(one => one.must_fail)).toHaveLength(2)
  expect(cases.filter(one => one.salt)).toHaveLength(1)
})

test.each(cases)('the receiver of the tests reads the vector as a browser would: $what', one => {
  const read = () => decryptPush(Buffer.from(one.message, 'base64url'), receiverOf(one))
  if (one.must_fail) expect(read).toThrow()
  else expect(read()).toBe(one.plaintext)
})

test.each(cases.filter(one => one.salt))('encrypts to the exact bytes of the vector: $what [PRO-10]', one => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(Buffer.from(one.sender_private_d ?? '', 'base64url'))
  vi.spyOn(crypto, 'createECDH').mockReturnValue(
    Object.assign(Object.create(sender) as typeof sender, {
      generateKeys: () => sender.getPublicKey(),
      getPublicKey: () => sender.getPublicKey(),
      computeSecret: (other: Buffer) => sender.computeSecret(other),
    }),
  )
  vi.spyOn(crypto, 'randomBytes').mockImplementation(() => Buffer.from(one.salt ?? '', 'base64url'))
  const device = {
    endpoint: 'https://push.example.com/x',
    keys: { p256dh: one.receiver_public, auth: one.auth_secret },
  }
  const made = webPush.generateRequestDetails(device, one.plaintext, { contentEncoding: 'aes128gcm' })
  expect(made.body.toString('base64url')).toBe(one.message)
})

test.each(cases.filter(one => !one.must_fail))('what is encrypted for a vector’s receiver comes back: $what', one => {
  const device = {
    endpoint: 'https://push.example.com/x',
    keys: { p256dh: one.receiver_public, auth: one.auth_secret },
  }
  const made = webPush.generateRequestDetails(device, `${one.plaintext} ✓`, { contentEncoding: 'aes128gcm' })
  expect(decryptPush(made.body, receiverOf(one))).toBe(`${one.plaintext} ✓`)
})

const [first] = cases
const keys = { p256dh: first?.receiver_public ?? '', auth: first?.auth_secret ?? '' }
const shown = { title: 'Hello', body: 'World', url: '/home', tag: 'a' }
const vapid = webPush.generateVAPIDKeys()
const manner = { keys: vapid, subject: 'mailto:a@example.com', ttl: 60, isUrgent: false, allowPrivate: false }

test.each([
  ['http://push.example.com/x'],
  ['https://127.0.0.1/x'],
  ['https://[::1]/x'],
  ['https://[::ffff:10.0.0.1]/x'],
  ['https://0x7f000001/x'],
  ['https://2130706433/x'],
  ['https://10.1.2.3/x'],
  ['https://169.254.169.254/latest/meta-data'],
  ['https://user:secret@push.example.com/x'],
  ['file:///etc/passwd'],
  ['not an address'],
])('a device at %s is refused before anything is sent [SEC-05]', async endpoint => {
  expect(isUsable({ endpoint, ...keys }, false)).toBe(false)
  expect(await sendPush({ endpoint, ...keys }, shown, manner)).toEqual({ kind: 'gone' })
})

test('a name that resolves to this machine is refused at connection time [SEC-05]', async () => {
  const service = await startPushService()
  const endpoint = service.origin.replace('http://127.0.0.1', 'https://localhost')
  expect(isUsable({ endpoint: `${endpoint}/x`, ...keys }, false)).toBe(true)
  expect(await sendPush({ endpoint: `${endpoint}/x`, ...keys }, shown, manner)).toEqual({ kind: 'gone' })
  expect(service.asked).toEqual([])
  await service.close()
})

test('a redirect is not followed [SEC-05]', async () => {
  const service = await startPushService()
  const { endpoint, keys: own } = service.subscribe('phone')
  service.answers.push({ status: 307, headers: { location: `${service.origin}/inside` } })
  expect(await sendPush({ endpoint, ...own }, shown, { ...manner, allowPrivate: true })).toEqual({ kind: 'refused' })
  expect(service.asked).toEqual(['phone'])
  await service.close()
})

test.each([
  ['not a point', { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: keys.auth }],
  ['too short', { p256dh: keys.p256dh.slice(4), auth: keys.auth }],
  ['without a secret', { p256dh: keys.p256dh, auth: '' }],
])('keys that nothing can be encrypted for are refused: %s', (_what, wrong) => {
  expect(isUsable({ endpoint: 'https://push.example.com/x', ...wrong }, false)).toBe(false)
  expect(isUsable({ endpoint: 'https://push.example.com/x', ...keys }, false)).toBe(true)
})
