import { daysBetween, type LocalDate } from '#shared/platform/times.ts'
import { effectiveEndsOn, type FreezePlace, isDemoOnly, type StreamTerms } from './rules.ts'

export const extensionCodes = ['course_subscription', 'expert_additional_question'] as const
export type ExtensionCode = (typeof extensionCodes)[number]

/** What an extension adds: days of access, perhaps with consultations, or consultations alone. */
export function extensionCode({ days }: { days: number | null }): ExtensionCode {
  return days === null ? 'expert_additional_question' : 'course_subscription'
}

/** Whether a place can be extended so: a demo cannot, nor what has no end of its own or was stopped be given days. */
export function isExtendable(place: FreezePlace, code: ExtensionCode): boolean {
  if (isDemoOnly(place) || place.isStopped) return false
  return code === 'expert_additional_question' || !place.isOptionalPurchase
}

/** By how many days the end of a place moves, so that it has `days` more from its end, or from today where it is over. */
export function extensionShift(
  stream: Pick<StreamTerms, 'startsOn' | 'endsOn' | 'freezes'>,
  days: number,
  today: LocalDate,
) {
  return days + Math.max(0, daysBetween(effectiveEndsOn(stream, stream.freezes), today) - 1)
}
