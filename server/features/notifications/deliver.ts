import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import { brandLanguage } from '#shared/features/brands/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { retryAfterSeconds } from '#shared/features/notifications/rules.ts'
import { brandsWithClubs } from '#server/features/clubs/club-school.ts'
import { brandLetter, brandOrigin } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { NotificationKeys } from './keys.ts'
import { letterOf } from './letters/letter-of.ts'
import { shownOf } from './notice-texts.ts'
import {
  addLetter,
  claimDeliveries,
  type Delivery,
  endDelivery,
  forgetDevice,
  letWait,
  lockNotice,
  markDelivered,
  putOff,
} from './push-queries.ts'
import { waitsUntil } from './quiet/quiet-hours.ts'
import { type Pushed, sendPush } from './send-push.ts'

export type DeliveryParts = {
  database: Database
  brands: Brands
  mailer: Mailer
  keys: NotificationKeys
  publicUrl: string
  mailFrom?: string | undefined
  /** Allows device addresses on this machine, for tests and development. */
  allowPrivate: boolean
  clock(): number
  log: Pick<FastifyBaseLogger, 'warn'>
}

const batch = 20
/** How long one node holds a delivery, in seconds; longer than any attempt takes. */
const leaseSeconds = 60
/** After this many attempts a device counts as unreachable. */
const mostAttempts = 6

/**
 * Sends what is due, but nothing in somebody's quiet hours, several at once. Failures are retried at growing intervals, and a
 * reminder that reaches no device goes by e-mail. Returns whether there may be more.
 */
export async function deliverDue(parts: DeliveryParts): Promise<boolean> {
  const deliveries = await claimDeliveries(
    parts.database,
    parts.clock() / 1000,
    batch,
    leaseSeconds,
    brandsWithClubs(parts.brands),
  )
  await Promise.all(
    deliveries.map(delivery =>
      deliver(delivery, parts).catch((error: unknown) =>
        parts.log.warn({ err: error, noticeId: delivery.noticeId }, 'Could not deliver a notice'),
      ),
    ),
  )
  // A delivery that has just failed may have led to an e-mail.
  return deliveries.length > 0
}

async function deliver(delivery: Delivery, parts: DeliveryParts): Promise<void> {
  if (!delivery.isWanted || delivery.expiresAt * 1000 <= parts.clock()) return end(delivery, parts, 'dropped')
  const until = waitsUntil(delivery, parts.clock())
  if (until !== undefined) return void (await letWait(parts.database, delivery.id, until / 1000))
  const pushed = delivery.isLetter ? await sendLetter(delivery, parts) : await push(delivery, parts)
  if (pushed.kind === 'sent') return end(delivery, parts, 'sent')
  if (pushed.kind !== 'later' || (!delivery.isLetter && delivery.attempts >= mostAttempts))
    return end(delivery, parts, 'failed')
  const dueAt = parts.clock() / 1000 + retryAfterSeconds(delivery.attempts, pushed.seconds)
  // A retry after the notice expires is pointless; an e-mail may still be in time.
  if (dueAt >= delivery.expiresAt) return end(delivery, parts, 'failed')
  await putOff(parts.database, delivery.id, dueAt)
}

async function push(delivery: Delivery, parts: DeliveryParts): Promise<Pushed> {
  const { device } = delivery
  if (!device) return { kind: 'gone' }
  const brand = brandById(parts.brands, delivery.brandId)
  const pushed = await sendPush(device, shownOf(delivery, languageOf(delivery, brand)), {
    keys: parts.keys,
    subject: `mailto:${brand.site.supportEmail}`,
    ttl: delivery.expiresAt - parts.clock() / 1000,
    isUrgent: delivery.kind === 'reminder' || delivery.kind === 'consultation_soon',
    allowPrivate: parts.allowPrivate,
  })
  if (pushed.kind === 'gone') await forgetDevice(parts.database, device.id)
  return pushed
}

async function sendLetter(delivery: Delivery, parts: DeliveryParts): Promise<Pushed> {
  const { email } = delivery
  const brand = brandById(parts.brands, delivery.brandId)
  const language = languageOf(delivery, brand)
  const place = {
    language,
    origin: brandOrigin(brand, parts.publicUrl),
    linkSecret: parts.keys.linkSecret,
    withClubs: brandsWithClubs(parts.brands),
  }
  const written = await letterOf(parts.database, delivery, place)
  if (email === null || !written) return { kind: 'refused' }
  const { letter, headers } = written
  try {
    await parts.mailer.deliver({
      ...brandLetter(brand, language, { ...letter, to: email, from: parts.mailFrom }),
      ...(headers && { headers }),
    })
    return { kind: 'sent' }
  } catch (error) {
    parts.log.warn({ err: error, noticeId: delivery.noticeId }, 'A notice by e-mail was not accepted')
    return { kind: 'later', seconds: 0 }
  }
}

const languageOf = ({ language }: Delivery, brand: Brand) => brandLanguage(brand, language)

/** Ends one delivery of a notice. When the last device has failed, a reminder goes by e-mail instead. */
async function end(
  { id, noticeId, isLetter }: Delivery,
  { database, clock }: DeliveryParts,
  how: 'sent' | 'failed' | 'dropped',
) {
  await database.inTransaction(async tx => {
    const notice = await lockNotice(tx, noticeId)
    const left = await endDelivery(tx, id, noticeId)
    if (how === 'sent') await markDelivered(tx, noticeId, clock() / 1000)
    const isLost = how === 'failed' && !isLetter && left?.others === 0 && notice?.isDelivered === false
    if (isLost && notice.isReminder) await addLetter(tx, noticeId, clock() / 1000)
  })
}
