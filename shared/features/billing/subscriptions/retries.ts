/**
 * Why a provider did not take the money, in our own words: each provider's codes are translated into these.
 * `unavailable` is a provider that could not answer; nobody is to blame and no try is used up.
 */
export type ChargeRefusal =
  | 'insufficient_funds'
  | 'declined'
  | 'expired_card'
  | 'stolen_card'
  | 'revoked'
  | 'authentication_required'
  | 'unavailable'

/** On which days after the due one a charge that may yet succeed is tried again. */
const retryDays = [1, 3, 5, 7, 10, 13]

/** What mends a refusal: waiting, another card, or the learner's confirmation. */
export function remedyOf(refusal: ChargeRefusal): 'wait' | 'another_card' | 'confirm' {
  if (refusal === 'authentication_required') return 'confirm'
  if (refusal === 'expired_card' || refusal === 'stolen_card' || refusal === 'revoked') return 'another_card'
  return 'wait'
}

/**
 * How many days after the due date a charge is tried next, when it was refused on day `dayOfTry`; undefined when it is not tried
 * again without the learner, or when the days of grace would be over.
 */
export function nextTryDay(refusal: ChargeRefusal, dayOfTry: number, graceDays: number): number | undefined {
  if (remedyOf(refusal) !== 'wait') return undefined
  const next = refusal === 'unavailable' ? dayOfTry + 1 : retryDays.find(day => day > dayOfTry)
  return next !== undefined && next < graceDays ? next : undefined
}
