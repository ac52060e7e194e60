import { can, canGoOn } from '#shared/features/billing/subscriptions/subscription.ts'
import { isSubscriptionActiveOn } from '#shared/features/billing/rules.ts'
import type { PaymentSubscriptionWire } from '#shared/features/billing/wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import { localDate, msFromDate, msFromSeconds, startOfDay } from '#shared/platform/times.ts'
import type { SubscriptionRow } from './queries.ts'
import { dateInWords } from '#shared/platform/language-tag.ts'

const popupTexts: Record<Language, { until: (date: string) => string; atOnce: string }> = {
  en: {
    until: date => `If you cancel, everything stays open until ${date}. Until then you can change your mind.`,
    atOnce: 'If you cancel, access ends at once, because this period has not been paid.',
  },
  ru: {
    until: date => `Если вы отмените подписку, доступ останется до ${date}. До этого дня вы можете передумать.`,
    atOnce: 'Если вы отмените подписку, доступ закончится сразу: этот период не оплачен.',
  },
  es: {
    until: date => `Si la cancelas, todo seguirá abierto hasta el ${date}. Hasta entonces puedes cambiar de idea.`,
    atOnce: 'Si la cancelas, el acceso termina enseguida, porque este periodo no está pagado.',
  },
}

type Reading = { now: number; timezone: string; language?: Language | undefined }

/**
 * A subscription at the instant `now` (ms) of a person in `timezone`; with a `language` also what is said before it is cancelled.
 */
export function subscriptionWire(
  { paidUntil, isDisputed, ...row }: SubscriptionRow,
  { now, timezone, language }: Reading,
): PaymentSubscriptionWire {
  const startOfToday = startOfDay(localDate(now, timezone), timezone)
  const { status, state, is_lifetime: isLifetime, end_date: end } = row
  const endsAt = end === null ? undefined : msFromSeconds(end)
  const isActive = isSubscriptionActiveOn({ status, isLifetime, endsAt }, startOfToday)
  const canResume = canGoOn(state, isDisputed) && (state !== 'ending' || isActive)
  const isOurs = row.order_id !== null && row.scheduler === 'own'
  return {
    ...row,
    is_active: isActive,
    is_active_status: status === 'Active',
    recurrent_payments_enabled: row.order_id !== null && status === 'Active' && state !== 'paused',
    resumable_until: state === 'ending' && canResume ? end : null,
    can: {
      cancel: isOurs && can(state, 'canceled'),
      resume: isOurs && canResume,
      pause: isOurs && can(state, 'paused'),
      change: isOurs && can(state, 'changed'),
      pay: isOurs && state === 'past_due',
    },
    ...(language && { cancel_popup_text: popupText(state, paidUntil, language) }),
  }
}

function popupText(state: SubscriptionRow['state'], paidUntil: string | null, language: Language) {
  const { until, atOnce } = popupTexts[language]
  if (state === 'past_due') return atOnce
  if (paidUntil === null || state === 'paused') return null
  return until(dateInWords(msFromDate(paidUntil), language, 'UTC'))
}
