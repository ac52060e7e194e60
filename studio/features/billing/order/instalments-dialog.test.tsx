import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { beforeEach, expect, test, vi } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { NetworkError } from '#kit/request/request-errors.ts'
import { InstalmentsDialog } from './InstalmentsDialog.tsx'

type Plan = { check: () => Record<string, string[]> }
const answers = vi.hoisted(() => ({
  known: {},
  effect: {},
  typed: {},
  asked: undefined as unknown,
  plan: {} as unknown,
}))
vi.mock('@tanstack/react-query', async original => ({
  ...(await original<object>()),
  useQuery: ({ queryKey: [, { query }], enabled }: { queryKey: [string, { query?: object }]; enabled?: boolean }) => {
    if (!query) return answers.known
    answers.asked = enabled && query
    return answers.effect
  },
}))
vi.mock('react', async original => ({
  ...(await original<object>()),
  useState: (first: object) => [{ ...first, ...answers.typed }, () => {}],
}))
vi.mock('#kit/form/use-submit.ts', () => ({
  useSubmit: (plan: unknown) => {
    answers.plan = plan
    return { failure: { errors: {} }, errorOf: () => undefined, forgive: () => {}, handleSubmit: () => {} }
  },
}))

const messages = await loadCopy('en')
const part = (amount: number, due_on: string, is_paid = false) => ({ amount, due_on, is_paid })
const idle = { data: undefined, error: null, isFetching: false, isLoading: false, refetch: () => {} }
const known = {
  can: true,
  currency: 'EUR',
  left: 7500,
  today: '2026-12-01',
  now: [part(2500, '2026-12-01', true), part(7500, '2027-01-01')],
  after: null,
}

beforeEach(() => {
  answers.known = { ...idle, data: known }
  answers.effect = { ...idle, data: { ...known, after: [part(3700, '2027-02-01'), part(3800, '2027-03-01')] } }
  answers.typed = {}
})

const shown = () =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <InstalmentsDialog orderId={5} onClose={() => {}} />
    </CopyProvider>,
  )

test('what is left is told with its days, and as it will be once a day and a number are chosen', () => {
  const before = shown()
  for (const text of ['€75', '01/01/2027: €75', 'Choose a day and a number first']) expect(before).toContain(text)
  expect(before, 'what is paid is not divided').not.toContain('€25')
  expect(answers.asked).toBe(false)
  answers.typed = { on: '2027-02-01', parts: '2' }
  const after = shown()
  for (const text of ['01/02/2027: €37', '01/03/2027: €38']) expect(after).toContain(text)
  expect(answers.asked).toEqual({ on: '2027-02-01', parts: 2 })
})

test('what cannot be divided so says it, and what could not be read says why and can be asked for again', () => {
  answers.typed = { on: '2027-02-01', parts: '2' }
  answers.effect = { ...idle, data: known }
  expect(shown()).toContain('It can’t be divided this way')
  answers.effect = { ...idle, error: new NetworkError('/orders/5') }
  expect(shown()).toContain('Can’t reach the school.')
  expect(shown()).toContain('Try again')
})

test('a number of parts, a day that is not over and a reason are needed', () => {
  shown()
  const check = () => Object.keys((answers.plan as Plan).check())
  expect(check()).toEqual(['parts', 'on', 'reason'])
  for (const parts of ['0', '37', 'x', '1.5', '-2']) {
    answers.typed = { on: '2026-12-01', parts, reason: 'Asked for it' }
    shown()
    expect(check()).toEqual(['parts'])
  }
  answers.typed = { on: '2026-11-30', parts: '36', reason: 'Asked for it' }
  shown()
  expect(check()).toEqual(['on'])
})

test('where nothing can be divided there is no form; what does not load can be asked for again', () => {
  answers.known = { ...idle, data: { ...known, can: false } }
  expect(shown()).toContain('Nothing can be divided now')
  expect(shown()).not.toContain('<form')
  answers.known = { ...idle, error: new NetworkError('/orders/5') }
  expect(shown()).toContain('Try again')
})
