import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { beforeEach, expect, test, vi } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { RefundDialog } from './RefundDialog.tsx'

const shop = vi.hoisted(() => ({
  states: [] as { value: unknown }[],
  used: 0,
  send: (): Promise<unknown> => Promise.resolve(),
  check: (): Record<string, string[]> => ({}),
  answer: 'failed',
  keys: [] as string[],
  bodies: [] as object[],
  toasts: [] as string[],
  closed: 0,
}))
vi.mock('react', async original => ({
  ...(await original<object>()),
  // What is set stays until the next time it is shown.
  useState: (first: unknown) => {
    const state = (shop.states[shop.used++] ??= { value: typeof first === 'function' ? first() : first })
    return [state.value, (value: unknown) => (state.value = value)]
  },
}))
vi.mock('#kit/form/use-submit.ts', () => ({
  useSubmit: ({ send, check }: Pick<typeof shop, 'send' | 'check'>) => {
    Object.assign(shop, { send, check })
    return { failure: { errors: {} }, errorOf: () => undefined, forgive: () => {}, handleSubmit: () => {} }
  },
}))
vi.mock('#kit/request/request.ts', () => ({
  request: async (_call: string, sent: { idempotencyKey: string; body: object }) => {
    shop.keys.push(sent.idempotencyKey)
    shop.bodies.push(sent.body)
    return { data: { left: 900, state: shop.answer } }
  },
}))
vi.mock('#kit/ui/layers/toasts.ts', () => ({ toast: (text: string) => shop.toasts.push(text) }))
vi.mock('../data.ts', async original => ({ ...(await original<object>()), refreshOrders: async () => {} }))

beforeEach(() => Object.assign(shop, { states: [], keys: [], bodies: [], toasts: [], closed: 0 }))
const said = { en: await loadCopy('en'), ru: await loadCopy('ru'), es: await loadCopy('es') }
const languages = ['en', 'ru', 'es'] as const
function shown(again?: ComponentProps<typeof RefundDialog>['again'], language: (typeof languages)[number] = 'en') {
  shop.used = 0
  return renderToStaticMarkup(
    <CopyProvider language={language} messages={said[language]}>
      <RefundDialog
        order={{ id: 5, currency: 'EUR', left: 900 }}
        {...(again && { again })}
        onClose={() => shop.closed++}
      />
    </CopyProvider>,
  )
}

test('a refund that the provider refuses stays open with the reason and what was typed, and can be sent again', async () => {
  expect(shown()).not.toContain('The provider did not accept the refund')
  await shop.send()
  expect([shop.closed, shop.toasts]).toEqual([0, []])
  const page = shown()
  for (const text of ['The provider did not accept the refund', 'balance there may be too low', 'value="9.00"'])
    expect(page).toContain(text)
  shop.answer = 'done'
  await shop.send()
  expect([shop.closed, shop.toasts]).toEqual([1, ['The money is on its way back.']])
  expect(new Set(shop.keys).size, 'what was refused is not asked about again').toBe(2)
})

test('what went back by itself is sent again for its own cause, in nobody’s language', async () => {
  const page = shown({ amount: 500, reason: '', cause: 'unused' }, 'ru')
  expect(page).toContain('Оплачено слишком поздно')
  expect(page, 'and no more than that').toMatch(/Не больше 5\s€/)
  expect(page, 'no reason is asked for').not.toContain('<textarea')
  await shop.send()
  expect(shop.bodies).toEqual([{ amount: 500, cause: 'unused' }])
})

test('in each language it says how the money goes back, the most that can, and why it goes back by itself', () => {
  for (const language of languages) {
    const texts = said[language]
    shop.states = []
    const page = shown(undefined, language)
    for (const key of ['shop.refund.text', 'shop.reason', 'shop.reason.hint', 'shop.refund.submit'] as const)
      expect(page).toContain(texts[key])
    for (const cause of ['excess', 'unused'] as const) {
      shop.states = []
      const own = shown({ amount: 500, reason: '', cause }, language)
      expect(own).toContain(`<p>${String(texts[`shop.refund.${cause}`])}</p>`)
      expect(own).not.toContain(texts['shop.reason.hint'])
    }
  }
})

test('what is done and what waits for the provider is told apart, and so is what it has refused', async () => {
  for (const language of languages) {
    for (const answer of ['done', 'waiting'] as const) {
      Object.assign(shop, { states: [], toasts: [], answer })
      shown(undefined, language)
      await shop.send()
      expect(shop.toasts).toEqual([said[language][`shop.refund.told.${answer}`]])
    }
    Object.assign(shop, { states: [], toasts: [], answer: 'failed' })
    shown(undefined, language)
    await shop.send()
    const page = shown(undefined, language)
    for (const key of ['shop.refund.told.failed', 'shop.refund.why'] as const)
      expect(page).toContain(said[language][key])
    expect(shop.toasts).toEqual([])
  }
})

test('nothing is sent without an amount that can go back and a reason, each with what is wrong', () => {
  const faultsOf = (typed: string, reason: string) => {
    Object.assign(shop, { states: [{ value: typed }, { value: reason }] })
    shown()
    return shop.check()
  }
  expect(faultsOf('9', 'Asked for it')).toEqual({})
  expect(faultsOf('9', ' ')).toEqual({ reason: [said.en['shop.reason.needed']] })
  expect(faultsOf('', 'Asked for it')).toEqual({ amount: [said.en['shop.amount.wrong']] })
  expect(faultsOf('9.01', 'Asked for it')).toEqual({ amount: ['Up to €9'] })
})
