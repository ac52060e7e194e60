import { createECDH, ECDH } from 'node:crypto'
import { featureSettings, oneOf, setting } from '#server/platform/setting.ts'
import type { PushKeyPair } from './keys.ts'

/** The operator's settings for notifications. */
export type PushSettings = {
  /** Replaces the key pair created at the first start. */
  keys: PushKeyPair | undefined
  /** Allows device addresses on this machine and its networks. */
  allowPrivate: boolean
}

/** An uncompressed P-256 point, the web-push format. */
function publicKey(text: string): string {
  if (text === '') return ''
  try {
    const point = Buffer.from(text, 'base64url')
    ECDH.convertKey(point, 'prime256v1')
    if (point.length === 65) return point.toString('base64url')
  } catch {
    // Reported below.
  }
  throw new Error('must be a web-push key: 65 bytes as base64url')
}

function privateKey(text: string): string {
  const key = Buffer.from(text, 'base64url')
  if (text !== '' && key.length !== 32) throw new Error('must be a web-push key: 32 bytes as base64url')
  return key.toString('base64url')
}

/** Settings of notifications; all optional. */
const pushTable = {
  VAPID_PUBLIC_KEY: setting(
    '',
    'Public key that web push is signed with, as base64url; when not given, a pair is made at the first start and kept.',
    publicKey,
  ),
  VAPID_PRIVATE_KEY: setting('', 'Its private half.', privateKey),
  PUSH_ALLOW_PRIVATE: setting(
    'off',
    'on for tests and development only: notifications may go to this machine and its networks, also without TLS.',
    text => oneOf('on', 'off')(text) === 'on',
  ),
}

type Read = <Name extends keyof typeof pushTable>(name: Name) => ReturnType<(typeof pushTable)[Name]['read']>

/** Undefined when it is not a valid private key. */
function publicKeyOf(privateKey: string): string | undefined {
  const ecdh = createECDH('prime256v1')
  try {
    ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return ecdh.getPublicKey('base64url')
  } catch {
    return undefined
  }
}

/** Both halves of a matching key pair, or neither. */
function readPush(read: Read, problems: string[]): PushSettings {
  const allowPrivate = read('PUSH_ALLOW_PRIVATE')
  const pair = { publicKey: read('VAPID_PUBLIC_KEY'), privateKey: read('VAPID_PRIVATE_KEY') }
  if (pair.publicKey === '' && pair.privateKey === '') return { keys: undefined, allowPrivate }
  if (pair.publicKey === '' || pair.privateKey === '') {
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY need each other')
    return { keys: undefined, allowPrivate }
  }
  if (publicKeyOf(pair.privateKey) !== pair.publicKey)
    problems.push('VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY')
  return { keys: pair, allowPrivate }
}

export const pushSettings = featureSettings({ table: pushTable, read: readPush })
