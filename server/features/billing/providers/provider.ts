import type { IncomingHttpHeaders } from 'node:http'
import type { Currency } from '#shared/platform/money.ts'
import type { ChargeRefusal } from '#shared/features/billing/subscriptions/retries.ts'
import type { Language } from '#shared/platform/contract.ts'

export type ProviderKind = 'sandbox' | 'stripe' | 'yookassa'

/** A saved way to pay. */
export type SavedMethod = {
  token: string
  kind: 'card' | 'other'
  /** As the provider writes it: `visa`, `sbp`. */
  brand: string
  last4: string | undefined
  /** From 1 to 12. */
  expiresMonth: number | undefined
  /** With four digits. */
  expiresYear: number | undefined
}

/** What a tax receipt says (54-FZ); the amounts of its items add up to what is paid or given back. */
export type Receipt = {
  email: string
  /** When it was sold, in ms: the tax rates of that day hold, for a later refund too. */
  soldAt: number
  items: {
    description: string
    /** In minor units, with the tax. */
    amount: number
    /** The rate of the tax that is included; undefined where there is none. */
    taxPercent: number | undefined
  }[]
}

/** Money that went back. */
export type ProviderRefund = {
  id: string
  amount: number
  /** The key with which we asked for it; undefined where staff did so at the provider. */
  reference: string | undefined
  /** Whether it came back to the school, as from a card that is closed. */
  isFailed: boolean
  at: number
}

/** What a bank took back for the payer; `won` means that it came to us again. */
export type ProviderDispute = { id: string; amount: number; state: 'open' | 'won' | 'lost'; at: number }

/** What a provider knows of what we asked it for; amounts in minor units, times in ms. */
export type Charge = {
  /** By what it is read: a checkout’s id, or a payment’s where there is no page. */
  id: string
  /**
   * `open`: the page waits for the learner. `pending`: the provider has not decided. `confirm`: the learner must confirm at `url`.
   * `done`: paid, or saved where nothing was to be paid. `refused` and `closed`: nobody can pay it any more.
   */
  state: 'open' | 'pending' | 'confirm' | 'done' | 'refused' | 'closed'
  /** The key with which we asked for it; empty for what is not ours. */
  reference: string
  url: string | undefined
  /** Why the last card was not taken, also while the page is still open for another. */
  refusal: ChargeRefusal | undefined
  payment:
    | {
        id: string
        amount: number
        /** As the provider says it, in capital letters: it may be none of ours. */
        currency: string
        /** Undefined while it is not known, or is taken in another currency. */
        fee: number | undefined
        paidAt: number
        /** Those that are done, and those that failed. */
        refunds: ProviderRefund[]
        disputes: ProviderDispute[]
      }
    | undefined
  method: SavedMethod | undefined
}

/** What every request that moves money carries. One sent again must say the same as before. */
type Asked = {
  /** Ours, unlike any other in the world, up to 64 letters, digits, `-` and `_`. Asking with it again does nothing twice. */
  key: string
  /** When it was asked for first, in ms. A provider forgets keys after a day: from then on it is looked for before it is asked. */
  askedAt: number
  amount: number
  currency: Currency
  receipt?: Receipt
}

export type AskedCheckout = Asked & {
  description: string
  email: string
  language: Language
  returnUrl: string
  cancelUrl: string
  savesMethod: boolean
  /** Counted from `askedAt`; from an hour to a day. */
  expiresInSeconds: number
}
export type AskedCharge = Asked & {
  description: string
  email: string
  method: string
  /** Whether the provider has told of it already: it is looked for before it is asked for. */
  isTold?: boolean
}
export type AskedRefund = Asked & {
  payment: string
  /** Whether the provider took it and had not decided yet: it is looked for, since an answer repeated by its key is of then. */
  isPending: boolean
}

/** A receipt for the tax office, of a payment or a refund that the provider has made. */
export type TaxReceipt = {
  /** Ours, up to 50 letters, digits and `-`. */
  key: string
  kind: 'payment' | 'refund'
  object: string
  amount: number
  currency: Currency
  receipt: Receipt
}
/** `none`: the provider registers none for this account. */
export type TaxReceiptState = 'waiting' | 'accepted' | 'none'

export type Provider = {
  /** Whether what it tells is signed, so that nobody else can tell it. */
  signsEvents: boolean
  /** Whose account the keys open, the same whichever keys of it are asked with, but for trial and live ones. Throws ProviderRefused for wrong keys. */
  owner(): Promise<string>
  /**
   * Opens a page on which the learner pays `amount`, or only saves a method where it is 0. The same key opens the same page; one that
   * never was, and that it is too late for, is `closed`.
   */
  openCheckout(asked: AskedCheckout): Promise<Charge>
  /** Charges a saved method without its owner. The same key charges once. A forgotten method is `refused` as revoked, without an id. */
  charge(asked: AskedCharge): Promise<Charge>
  /** What became of it by now. Throws ProviderRefused for an id that the provider does not know. */
  read(id: string): Promise<Charge>
  /**
   * Closes an open page, or a payment that waits for the learner’s confirmation, if the provider can, and answers it as it then is:
   * `done` if it was paid meanwhile, as it was if it only ends by itself.
   */
  close(id: string): Promise<Charge>
  /** Gives back a part of a payment, or all of it; `failed` where more is asked for than is left, then without an id. */
  refund(asked: AskedRefund): Promise<{ id: string; state: 'done' | 'pending' | 'failed'; amount: number }>
  /** Has a receipt registered that was not accepted when it was sent with its payment; of providers that register them. Repeats send nothing twice. */
  registerReceipt?(asked: TaxReceipt): Promise<TaxReceiptState>
  /** Forgets a saved method; one that is gone already is fine. */
  forgetMethod(token: string): Promise<void>
  /** The event in a raw body; undefined when it is not the provider’s own (wrong signature, too old, of no interest). Throws nothing. */
  readEvent(body: Buffer, headers: IncomingHttpHeaders, now: number): { id: string; object: string } | undefined
  /** The key of ours that an event’s object belongs to, asked of the provider; undefined for a foreign one. */
  referenceOf(object: string): Promise<string | undefined>
}

/** The provider could not be reached or could not answer: nothing is known of what was asked, ask again with the same key. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The provider will never take this as it was asked (keys, settings, amounts): staff must act. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** Whether nothing came of asking a provider: it did not answer, or does not take what it was asked. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ProviderUnavailable || error instanceof ProviderRefused

const nothing = { id: '', url: undefined, payment: undefined, method: undefined }

/** The refusal of a saved method that the provider does not know any more. */
export const revoked = (reference: string): Charge => ({
  ...nothing,
  state: 'refused',
  reference,
  refusal: 'revoked',
})

/** A page that was never opened, and cannot be any more. */
export const neverOpened = (reference: string): Charge => ({
  ...nothing,
  state: 'closed',
  reference,
  refusal: undefined,
})
