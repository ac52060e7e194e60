import type { IncomingHttpHeaders } from 'node:http'
import type { Currency } from '#shared/platform/money.ts'
import type { Charge, Provider } from '../provider.ts'

export type Told = { body: Buffer; headers: IncomingHttpHeaders }

/** What a learner types on the page: each behaves as its name says, on the page or later without its owner. */
export type TrialCard = 'works' | 'noFunds' | 'expired' | 'stolen' | 'confirmed' | 'noFundsLater' | 'confirmsLater'

/** A provider and its double, with all that a test does to them from outside. */
export type Rig = {
  provider: Provider
  /** Those in which it is tried; the first one mostly. */
  currencies: readonly [Currency, ...Currency[]]
  /** Whether an open page can be closed before its time. */
  closesPages: boolean
  /** Whether a page takes another card after one was refused. */
  takesAnotherCard: boolean
  /** Whether a forgotten method is refused at once. */
  forgets: boolean
  /** Gives a card on an open page; a confirmation that is asked for is given. */
  pay(charge: Charge, card?: TrialCard): Promise<void>
  /** Confirms a charge that waits for its owner at `url`. */
  confirm?(url: string): Promise<void>
  /** Everything that the provider sent until now. */
  told(): Promise<Told[]>
  /** The same body as somebody else would send it. */
  forged?(told: Told): Told
  /** The answer to the next request that makes something is lost; it is done all the same. */
  loseAnswer(): Promise<void>
  /** The next request that makes something fails and does nothing. */
  fail(): Promise<void>
  /** Lets time pass at the provider. */
  pass(seconds: number): Promise<void>
  dispute?(payment: string): Promise<void>
  closeDispute?(payment: string, outcome: 'won' | 'lost'): Promise<void>
  /** From now on the provider takes its time over refunds; afterwards it has sent them, or failed to. */
  holdRefunds?(ends: 'later' | 'sent' | 'failed'): void
  /** A refund that was sent comes back. */
  failRefund?(id: string): Promise<void>
  /** How many payments the provider has taken. */
  countPaid(): Promise<number>
  /** An object that somebody else has made with the same account. */
  foreign(): Promise<string>
  /** The current time of the rig, in ms. */
  now(): number
  close(): Promise<void>
}
