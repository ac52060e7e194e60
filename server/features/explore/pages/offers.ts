import { isAvailable } from '#server/features/billing/catalogue/sold-services.ts'
import { priceOf, type SoldRow } from '#server/features/billing/orders/offers.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { textsOf } from '#shared/features/billing/selling/selling.ts'
import type { Language } from '#shared/platform/contract.ts'
import { type Currency, formatMoney } from '#shared/platform/money.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { cheapestOffer, type ShelvedCourse } from '../course-shelf.ts'
import { countOf, dateOf, everyPeriod, wordsIn } from '../words.ts'

type Price = { currency: string; amount: number }
const money = (language: Language, { amount, currency }: Price) =>
  amount === 0 ? wordsIn(language).free : formatMoney(amount, currency as Currency, language)

const periodOf = ({ type, periodCount: count, periodUnit: unit }: SoldRow, language: Language) =>
  type === 'course_subscription' ? everyPeriod(language, { count, unit }) : ''

/** What the course costs at least: 'from €9 a month'. */
export function priceLine(course: ShelvedCourse, language: Language): string {
  const found = cheapestOffer(course)
  if (!found) return ''
  const from = course.offers.length > 1 && found.price.amount > 0 ? wordsIn(language).from : ''
  return [from, money(language, found.price), periodOf(found.row, language)].filter(Boolean).join(' ')
}

/** Everything that opens a course, with its price in each of its currencies: the one that the checkout names first. */
export function offersPart({ offers, demo, today }: ShelvedCourse, language: Language): Html | undefined {
  if (offers.length === 0 && !demo) return undefined
  const t = wordsIn(language)
  return html`<section class="band" id="price"><h2>${t.price}</h2>
<ul class="offers">${[...offers, ...(demo ? [demo] : [])].map(row => offer(row, language, today))}</ul></section>`
}

function offer(row: SoldRow, language: Language, today: LocalDate): Html {
  const t = wordsIn(language)
  const { title, description } = textsOf(row.texts, language)
  const price = priceOf(row)
  const others = row.prices.filter(({ currency, amount }) => currency !== price?.currency && amount > 0)
  const label = row.type === 'course_demo' ? t.tryIt : row.type === 'course_subscription' ? t.subscribe : t.buy
  return html`<li class="offer"><h3>${title}</h3>${description && html`<p>${description}</p>`}
<p class="price">${price && html`<b>${money(language, price)}</b>`} <span>${periodOf(row, language)}</span></p>
${others.length > 0 && html`<p class="hint">${t.or} ${others.map(one => money(language, one)).join(' · ')}</p>`}
<ul class="gives">${given(row, language, today).map(line => html`<li>${line}</li>`)}</ul>
${
  isAvailable(row)
    ? html`<a class="button${row.type === 'course_demo' && ' quiet'}" href="/checkout/${row.id}" aria-label="${label}: ${title}">${label}</a>`
    : html`<p class="hint">${t.soldOut}</p>`
}</li>`
}

/** What a purchase opens and when, in a few lines. */
function given(row: SoldRow, language: Language, today: LocalDate): string[] {
  const { consultations, instalments, trialDays, type } = row
  return [
    opening(row, language, today),
    ...(type === 'course_subscription' && trialDays > 0 ? [countOf(language, 'free', trialDays)] : []),
    ...(instalments > 1 ? [countOf(language, 'parts', instalments)] : []),
    ...(consultations > 0 ? [countOf(language, 'consultations', consultations)] : []),
  ].filter(line => line !== '')
}

function opening(row: SoldRow, language: Language, today: LocalDate): string {
  const t = wordsIn(language)
  const { accessDays, cohort, type } = row
  if (accessDays !== null) return countOf(language, 'access', accessDays)
  if (cohort === null) return ''
  const [said, saidWhilePaid] =
    cohort.startsOn < today ? [t.goesOn, isAvailable(row) ? t.goesOnOpen : t.goesOn] : [t.starts, t.startsOpen]
  const line = type === 'course_subscription' ? saidWhilePaid : said
  return line.replace('{from}', dateOf(language, cohort.startsOn)).replace('{to}', dateOf(language, cohort.endsOn))
}
