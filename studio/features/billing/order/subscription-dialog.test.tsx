import { loadCopy } from 'virtual:copy/studio'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { NetworkError } from '#kit/request/request-errors.ts'
import type { SubscriptionSummaryWire } from '#shared/features/billing/orders/shop-calls.ts'
import { SubscriptionDialog } from './SubscriptionDialog.tsx'

type Plan = { check: () => Record<string, string[]> }
const answers = vi.hoisted(() => ({ known: {}, effect: {}, asked: undefined as unknown, plan: undefined as unknown }))
vi.mock('@tanstack/react-query', async original => ({
  ...(await original<object>()),
  useQuery: ({ queryKey: [, { query }] }: { queryKey: [string, { query?: object }] }) => {
    if (!query) return answers.known
    answers.asked = query
    return answers.effect
  },
}))
vi.mock('#kit/form/use-submit.ts', () => ({
  useSubmit: (plan: unknown) => {
    answers.plan = plan
    return { failure: { errors: {} }, errorOf: () => undefined, forgive: () => {}, handleSubmit: () => {} }
  },
}))

const messages = await loadCopy('en')
const now: SubscriptionSummaryWire = {
  state: 'active',
  paid_until: '2027-01-01',
  next_charge_on: '2027-01-01',
  next_amount: 900,
  ends_on: null,
}
const idle = { data: undefined, error: null, isFetching: false, isLoading: false, refetch: () => {} }
const known = { can: ['pause', 'stop'], currency: 'EUR', plans: [], now, after: null }

beforeEach(() => {
  answers.known = { ...idle, data: known }
  answers.effect = { ...idle, data: { ...known, after: { ...now, state: 'paused', next_charge_on: null } } }
})

const shown = () =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <SubscriptionDialog orderId={5} onClose={() => {}} />
    </CopyProvider>,
  )

test('only what can be done is offered, and how the subscription stands now and will stand is told', () => {
  const page = shown()
  for (const text of ['Pause it', 'End it at once', '01/01/2027', '€9', 'Paused']) expect(page).toContain(text)
  expect(page).not.toContain('Move the next payment')
  expect(answers.asked).toEqual({ kind: 'pause' })
})

test('what is told is of before while the next is asked for, and nothing is guessed before the first answer', () => {
  expect(shown()).not.toContain('aria-busy="true"')
  answers.effect = { ...answers.effect, isFetching: true }
  expect(shown()).toMatch(/<dl[^>]*aria-busy="true"/)
  answers.effect = { ...idle, isFetching: true, isLoading: true }
  expect(shown()).toContain('Loading…')
  expect(shown()).not.toContain('Choose first')
})

test('an effect that could not be read says why, and can be asked for again', () => {
  expect(shown()).not.toContain('Try again')
  answers.effect = { ...idle, error: new NetworkError('/orders/5') }
  expect(shown()).toContain('Can’t reach the school.')
  expect(shown()).toContain('Try again')
  expect(shown()).not.toContain('Choose first')
})

test('a change needs a reason; where nothing can be changed there is no form', () => {
  shown()
  expect((answers.plan as Plan).check()).toEqual({ reason: ['Write the reason'] })
  answers.known = { ...idle, data: { ...known, can: [] } }
  expect(shown()).toContain('Nothing can be changed about it now')
  expect(shown()).not.toContain('<form')
})

test('one whose subscription does not load can be asked for again', () => {
  answers.known = { ...idle, error: new NetworkError('/orders/5') }
  answers.effect = idle
  expect(shown()).toContain('Try again')
  expect(shown()).not.toContain('<form')
})
