import type { Card, Outcome } from './records.ts'

type TrialCard = {
  number: string
  /** What paying or saving on the card page answers. */
  here: Outcome
  /** What a later charge without the buyer answers. */
  later: Outcome
  /** Whether the bank asks for confirmation on the card page. */
  isSecure?: boolean
  /** Whether the answer to a later charge gets lost. */
  isCut?: boolean
  /** Whether each payment is disputed at once. */
  isDisputed?: boolean
}

const works = { here: 'succeeds', later: 'succeeds' } as const
const declines = (code: Outcome) => ({ here: code, later: code })

export const trialCards = {
  works: { number: '4242424242424242', ...works },
  secureOnce: { number: '4000002500003155', ...works, isSecure: true },
  secureAlways: { number: '4000002760003184', here: 'succeeds', later: 'authentication_required', isSecure: true },
  noFunds: { number: '4000000000009995', ...declines('insufficient_funds') },
  expired: { number: '4000000000000069', ...declines('expired_card') },
  stolen: { number: '4000000000009979', ...declines('stolen_card') },
  noFundsLater: { number: '4000000000000341', here: 'succeeds', later: 'insufficient_funds' },
  answerLost: { number: '4000000000000119', ...works, isCut: true },
  disputed: { number: '4000000000000259', ...works, isDisputed: true },
} as const satisfies Record<string, TrialCard>

export type TrialName = keyof typeof trialCards

/** How a kept card behaves. */
export function trialOf(card: Card): TrialCard {
  return trialCards[card.trial as TrialName]
}

export type CardFields = Record<'number' | 'expiry' | 'cvc' | 'name', string>
export type CardFault = 'number' | 'notTrial' | 'expiry' | 'past' | 'cvc' | 'name'
type CardFaults = Partial<Record<keyof CardFields, CardFault>>

/**
 * The card that was typed, or what is wrong with each field: length and Luhn's sum, a real card instead of a trial one, a
 * month that is over at `now` (Unix seconds), a CVC that is not three digits, no name.
 */
export function readCard(fields: CardFields, now: number): { card: Card } | { faults: CardFaults } {
  const number = fields.number.replace(/[\s-]/g, '')
  const trial = Object.entries(trialCards).find(([, card]) => card.number === number)?.[0]
  const date = /^\s*(?<month>0[1-9]|1[0-2])\s*\/?\s*(?<year>\d\d)\s*$/.exec(fields.expiry)?.groups
  const [month, year] = [Number(date?.['month']), 2000 + Number(date?.['year'])]
  const faults: CardFaults = {}
  if (!isCardNumber(number)) faults.number = 'number'
  else if (trial === undefined) faults.number = 'notTrial'
  if (date === undefined) faults.expiry = 'expiry'
  else if (isOver(month, year, now)) faults.expiry = 'past'
  if (!/^\s*\d{3}\s*$/.test(fields.cvc)) faults.cvc = 'cvc'
  if (fields.name.trim() === '' || fields.name.length > 100) faults.name = 'name'
  if (trial === undefined || Object.keys(faults).length > 0) return { faults }
  return { card: { trial, last4: number.slice(-4), expires_month: month, expires_year: year } }
}

/** Whether a card's month is over at `now`, in Unix seconds. */
export function isOver(month: number, year: number, now: number): boolean {
  return now * 1000 >= Date.UTC(year, month, 1)
}

function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  let sum = 0
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
