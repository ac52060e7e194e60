import { formatMoney } from '#shared/platform/money.ts'
import { type CardFault, type CardFields, trialCards } from '../cards.ts'
import type { Checkout, DeclineCode } from '../records.ts'
import { buttonLink, escaped } from './page.ts'
import { words } from './words.ts'

/** What the card form shows beside its empty self. */
export type Shown = {
  fields?: CardFields
  faults?: Partial<Record<keyof CardFields, CardFault>>
  declined?: DeclineCode | null
}

const inputs = [
  ['number', 'inputmode="numeric" autocomplete="cc-number" maxlength="40"'],
  ['expiry', 'inputmode="numeric" autocomplete="cc-exp" maxlength="10"'],
  ['cvc', 'inputmode="numeric" autocomplete="cc-csc" maxlength="4"'],
  ['name', 'autocomplete="cc-name" maxlength="100"'],
] as const

/** The card form of a checkout, with what was typed and what is wrong with it. */
export function cardForm(checkout: Checkout, { fields, faults = {}, declined }: Shown): string {
  const text = words[checkout.language]
  const rows = inputs.map(([name, how]) => {
    const fault = faults[name]
    const state = fault ? `aria-invalid="true" aria-describedby="${name}-fault"` : ''
    const said = fault ? `<p class="fault" id="${name}-fault">${escaped(text.faults[fault])}</p>` : ''
    const value = escaped(fields?.[name] ?? '')
    return `<label for="${name}">${escaped(text[name])}</label>
<input id="${name}" name="${name}" value="${value}" ${how} ${state}>${said}`
  })
  const cards = Object.entries(trialCards).map(([name, { number }]) => {
    const what = escaped(text.cards[name as keyof typeof trialCards])
    return `<button class="card" name="fill" value="${name}"><b>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</b>${what}</button>`
  })
  const { amount, currency, language } = checkout
  const submit = amount === null ? text.save : text.payAmount(formatMoney(amount, currency, language))
  return `<p>${escaped(checkout.description)}</p>
${declined ? `<p class="declined fault" role="alert">${escaped(text.declines[declined])}</p>` : ''}
<form method="post" action="/pay/${checkout.id}" novalidate>${rows.join('')}
<button class="main">${escaped(submit)}</button>${buttonLink(checkout.cancelUrl, text.back)}
<h2>${escaped(text.trialCards)}</h2>${cards.join('')}</form>`
}

/** The fields of a trial card, with the name that was typed already. `now` in Unix seconds. */
export function filledFields(trial: keyof typeof trialCards, name: string, now: number): CardFields {
  const year = String(new Date(now * 1000).getUTCFullYear() + 3).slice(-2)
  const number = trialCards[trial].number.replace(/(\d{4})(?=\d)/g, '$1 ')
  return { number, expiry: `12/${year}`, cvc: '123', name: name || 'Trial' }
}
