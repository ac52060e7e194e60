import type { Context } from '#server/platform/http/routes.ts'
import type { figures } from '#shared/features/figures/contract.ts'
import type { SubscriptionsWire, TakingsWire } from '#shared/features/figures/money-contract.ts'
import { nextSpan, type Span, spansFrom } from '#shared/features/figures/rules.ts'
import { type LocalDate, startOfDay } from '#shared/platform/times.ts'
import { currentStates, listSubscriptionChanges, listTakings } from './money-queries.ts'

type Calls = (typeof figures)['calls']
type In<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

/** The spans that are shown, the first day of them and the first after them. */
export function shownSpans(by: Span, now: number, timezone: string) {
  const spans = spansFrom(by, now, timezone)
  const [from = '', last = from] = [spans[0], spans.at(-1)]
  return { spans, from, until: nextSpan(by, last) }
}

export async function sales({ db, user, query, now }: In<'GET /studio/figures/sales'>) {
  const { by = 'day', service_id: serviceId = null } = query
  const { brandId, timezone } = user
  const { spans, from, until } = shownSpans(by, now, timezone)
  const seconds = (date: LocalDate) => startOfDay(date, timezone) / 1000
  const asked = { brandId, serviceId, by, timezone, fromSeconds: seconds(from), untilSeconds: seconds(until) }
  const rows = await listTakings(db, asked)
  const kinds = new Map(rows.map(({ currency, is_sandbox }) => [`${currency} ${is_sandbox}`, { currency, is_sandbox }]))
  const sums = [...kinds.values()].map(kind => {
    const own = rows.filter(row => row.currency === kind.currency && row.is_sandbox === kind.is_sandbox)
    return {
      ...kind,
      spans: spans.map(span => takings(own.find(row => row.starts_on === span))),
      services: own.flatMap(row => (row.service_id === null ? [] : [{ service_id: row.service_id, ...takings(row) }])),
    }
  })
  return { spans, sums }
}

function takings(row: TakingsWire | undefined): TakingsWire {
  const { orders = 0, gross = 0, refunds = 0, chargebacks = 0 } = row ?? {}
  return { orders, gross, refunds, chargebacks }
}

type Change = Awaited<ReturnType<typeof listSubscriptionChanges>>[number]

export async function subscriptions({ db, user, query, now }: In<'GET /studio/figures/subscriptions'>) {
  const { by = 'day', service_id: serviceId = null } = query
  const { spans, from, until } = shownSpans(by, now, user.timezone)
  const changes = await listSubscriptionChanges(db, { brandId: user.brandId, serviceId, by, from, until })
  const kinds = [false, true].filter(kind => changes.some(change => change.is_sandbox === kind))
  const sums = kinds.map(kind => {
    const own = changes.filter(change => change.is_sandbox === kind)
    return { is_sandbox: kind, ...tellChanges(own, spans) }
  })
  return { spans, sums }
}

/** What changes come to: those that began and ended in each span, and how many there are at its end. */
function tellChanges(
  changes: readonly Change[],
  spans: readonly LocalDate[],
): Omit<SubscriptionsWire['sums'][number], 'is_sandbox'> {
  const total = (kind: Change['kind'], of: LocalDate | null) =>
    changes.reduce((sum, { kind: its, starts_on: on, change }) => (its === kind && on === of ? sum + change : sum), 0)
  const now = { active: total('active', null), past_due: total('past_due', null), paused: total('paused', null) }
  return {
    spans: spans.map(span => {
      for (const state of currentStates) now[state] += total(state, span)
      return { begun: total('begun', span), ...now, ended: total('ended', span) }
    }),
    ends: changes.flatMap(({ kind, starts_on: startsOn, reason, change }) =>
      kind === 'ended' && startsOn !== null && reason !== null ? [{ starts_on: startsOn, reason, count: change }] : [],
    ),
  }
}
