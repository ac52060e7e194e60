import { ECDH } from 'node:crypto'
import webPush from 'web-push'
import { AddressRefused, outsideUrl, sendOutside } from '#server/platform/outgoing/send-outside.ts'
import type { PushKeyPair } from './keys.ts'

/** A browser's push address and keys (base64url). */
export type Device = { endpoint: string; p256dh: string; auth: string }

/**
 * What a device shows: texts, and the address on our own origin that it opens. A newer one with the same tag replaces
 * the older.
 */
export type Shown = { title: string; body: string; url: string; tag: string }

export type PushManner = {
  keys: PushKeyPair
  /** mailto: or https: contact for push services. */
  subject: string
  /** How many seconds the push service keeps it for an unreachable device. */
  ttl: number
  isUrgent: boolean
  allowPrivate: boolean
}

/** gone: the device will never accept another; refused: not this one; later: retry, after `seconds` at the earliest. */
export type Pushed = { kind: 'sent' | 'gone' | 'refused' } | { kind: 'later'; seconds: number }

/** Whether a device's address is allowed and its keys are valid; sends nothing. */
export function isUsable({ endpoint, p256dh, auth }: Device, allowPrivate: boolean): boolean {
  try {
    outsideUrl(endpoint, allowPrivate)
    const point = Buffer.from(p256dh, 'base64url')
    ECDH.convertKey(point, 'prime256v1')
    return point.length === 65 && Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}

/** Encrypts and sends one notification to one device (RFC 8030, 8188, 8291, 8292). */
export async function sendPush(device: Device, shown: Shown, manner: PushManner): Promise<Pushed> {
  if (!isUsable(device, manner.allowPrivate)) return { kind: 'gone' }
  const { endpoint, p256dh, auth } = device
  const made = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(shown), {
    vapidDetails: { subject: manner.subject, publicKey: manner.keys.publicKey, privateKey: manner.keys.privateKey },
    TTL: Math.max(0, Math.floor(manner.ttl)),
    urgency: manner.isUrgent ? 'high' : 'normal',
    topic: topicOf(shown.tag),
    contentEncoding: 'aes128gcm',
  })
  const { allowPrivate } = manner
  try {
    return judge(await sendOutside({ url: made.endpoint, headers: made.headers, body: made.body }, { allowPrivate }))
  } catch (error) {
    return error instanceof AddressRefused ? { kind: 'gone' } : { kind: 'later', seconds: 0 }
  }
}

/** A push service replaces an undelivered message of the same topic: up to 32 base64url characters. */
function topicOf(tag: string): string {
  return tag.replaceAll(/[^\w-]/g, '-').slice(0, 32)
}

const wrongKey = [401, 403]
const unknownDevice = [404, 410]

function judge({ status, retryAfter = '' }: { status: number; retryAfter: string | undefined }): Pushed {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  // A device registered with another of the school's keys rejects this one; its page will register it again.
  if (unknownDevice.includes(status) || wrongKey.includes(status)) return { kind: 'gone' }
  if (status === 429 || status >= 500)
    return { kind: 'later', seconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : 0 }
  return { kind: 'refused' }
}
