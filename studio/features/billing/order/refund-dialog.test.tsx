import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { beforeEach, expect, test, vi } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { RefundDialog } from './RefundDialog.tsx'

const shop = vi.hoisted(() => ({
  states: [] as { value: unknown }[],
  used: 0,
  send: (): Promise<unknown> => Promise.resolve(),
  answer: 'failed',
  keys: [] as string[],
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
  useSubmit: ({ send }: { send: () => Promise<unknown> }) => {
    shop.send = send
    return { failure: { errors: {} }, errorOf: () => undefined, forgive: () => {}, handleSubmit: () => {} }
  },
}))
vi.mock('#kit/request/request.ts', () => ({
  request: async (_call: string, { idempotencyKey }: { idempotencyKey: string }) => {
    shop.keys.push(idempotencyKey)
    return { data: { left: 900, state: shop.answer } }
  },
}))
vi.mock('#kit/ui/layers/toasts.ts', () => ({ toast: (text: string) => shop.toasts.push(text) }))
vi.mock('../data.ts', async original => ({ ...(await original<object>()), refreshOrders: async () => {} }))

beforeEach(() => Object.assign(shop, { states: [], keys: [], toasts: [], closed: 0 }))
const messages = await loadCopy('en')
function shown() {
  shop.used = 0
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <RefundDialog order={{ id: 5, currency: 'EUR', left: 900 }} onClose={() => shop.closed++} />
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
