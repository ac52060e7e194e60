import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { expect, test } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { OrderStoryWire } from '#shared/features/billing/orders/shop-wire.ts'
import { Refunds } from './Refunds.tsx'

type Refund = OrderStoryWire['refunds'][number]
const refund: Refund = {
  id: 1,
  amount: 900,
  reason: '',
  cause: null,
  state: 'done',
  actor: null,
  created_at: 1_790_000_000,
}

async function shown(language: 'en' | 'ru' | 'es', ...refunds: Partial<Refund>[]): Promise<string> {
  const order = {
    currency: 'EUR',
    left: 900,
    refunds: refunds.map((own, id) => ({ ...refund, id, ...own })),
  } as OrderStoryWire
  return renderToStaticMarkup(
    <CopyProvider language={language} messages={await loadCopy(language)}>
      <Refunds order={order} />
    </CopyProvider>,
  )
}

test('what goes back by itself says why in the reader’s language; what staff wrote stays as it is', async () => {
  for (const language of ['en', 'ru', 'es'] as const) {
    const page = await shown(language, { cause: 'excess' }, { cause: 'unused', actor: { id: 7, name: 'Ann' } })
    const messages = await loadCopy(language)
    for (const cause of ['excess', 'unused'] as const) expect(page).toContain(messages[`shop.refund.${cause}`])
  }
  expect(await shown('ru', { actor: { id: 7, name: 'Ann' }, reason: 'unused' })).toContain('>unused<')
})

test('what could not be sent can be sent again, whoever had it sent', async () => {
  expect(await shown('en', { cause: 'excess', state: 'failed' })).toContain('Send again')
  expect(await shown('en', { cause: 'excess' }, { state: 'pending' })).not.toContain('Send again')
  const later = refund.created_at + 60
  expect(await shown('en', { state: 'failed' }, { state: 'failed', created_at: later })).toContain('Send again')
  expect(await shown('en', { state: 'failed' }, { created_at: later }), 'it has been').not.toContain('Send again')
  expect(await shown('en', { state: 'failed' }, { created_at: later, amount: 300 })).toContain('Send again')
})

test('each button that sends again says how much it sends, and of when', async () => {
  const page = await shown('en', { state: 'failed' }, { state: 'failed', amount: 300, created_at: 1_790_100_000 })
  const names = [...page.matchAll(/aria-label="(Send [^"]*)"/g)].map(([, name]) => name)
  expect(names).toEqual([
    expect.stringMatching(/^Send again: €9 .*2026/),
    expect.stringMatching(/^Send again: €3 .*2026/),
  ])
})

test('each refund says how far it is, who had it sent and when, in the reader’s language', async () => {
  for (const language of ['en', 'ru', 'es'] as const) {
    const messages = await loadCopy(language)
    for (const state of ['begun', 'pending', 'done', 'failed'] as const) {
      const page = await shown(language, { state, reason: 'Asked for it', actor: { id: 7, name: 'Ann' } })
      expect(page).toContain(`>${String(messages[`shop.refund.${state}`])}<`)
      expect(page).toMatch(/>Ann · [^<]*2026/)
    }
  }
})
