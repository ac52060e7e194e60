import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { expect, test } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { OrderStoryWire } from '#shared/features/billing/orders/shop-wire.ts'
import { Refunds } from './Refunds.tsx'

type Refund = OrderStoryWire['refunds'][number]
const refund: Refund = { id: 1, amount: 900, reason: '', state: 'done', actor: null, created_at: 1_790_000_000 }

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
    const page = await shown(language, { reason: 'excess' }, { reason: 'unused' })
    expect(page).not.toMatch(/>(excess|unused)</)
  }
  const byStaff = { actor: { id: 7, name: 'Ann' }, reason: 'unused' }
  expect(await shown('ru', byStaff)).toContain('>unused<')
})

test('what could not be sent can be sent again, whoever had it sent', async () => {
  expect(await shown('en', { reason: 'excess', state: 'failed' })).toContain('Send again')
  expect(await shown('en', { reason: 'excess' }, { state: 'pending' })).not.toContain('Send again')
  const later = refund.created_at + 60
  expect(await shown('en', { state: 'failed' }, { state: 'failed', created_at: later })).toContain('Send again')
  expect(await shown('en', { state: 'failed' }, { created_at: later }), 'it has been').not.toContain('Send again')
  expect(await shown('en', { state: 'failed' }, { created_at: later, amount: 300 })).toContain('Send again')
})
