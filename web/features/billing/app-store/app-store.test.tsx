import { loadCopy } from 'virtual:copy/web'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider, createCopy } from '#kit/copy/copy.tsx'
import type { CompiledCopy } from '#kit/copy/message.ts'
import { settings } from '#kit/request/connection.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { purchaseErrors } from '#shared/features/billing/stores/app-store.ts'
import type { ServiceWire } from '#shared/features/billing/wire.ts'
import { addAddresses } from '#web/platform/addresses.ts'
import { mayBuy, sellsOnWeb } from '../may-buy.ts'
import { buyInStore, explainStore, restorePurchases } from './buy-in-store.ts'
import { Price, storeProductQuery } from './Price.tsx'
import type { AppStoreShell } from './shell.ts'

const brand = vi.hoisted(() => ({ isAppStoreSupport: true }))
const asked = vi.hoisted(() => ({ calls: [] as [string, unknown][], answer: (_name: string): unknown => undefined }))
const domain = { name: 'Kurso', languages: [], spa_header_logo: '/kurso.svg' }
vi.mock('#kit/features/brands/site.ts', () => ({ site: () => ({ config: brand, site: { domain } }) }))
vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))
const tracked = vi.hoisted(() => [] as object[])
vi.mock('#web/platform/analytics.ts', () => ({ track: (event: object) => void tracked.push(event) }))
vi.mock('#kit/request/request.ts', async original => ({
  ...(await original<object>()),
  request: async (name: string, options: { body?: unknown }) => {
    asked.calls.push([name, options.body])
    const data = asked.answer(name)
    if (data instanceof Error) throw data
    return { data }
  },
}))

addAddresses({ home: '/home' })
const service = {
  id: 7,
  price: 9900,
  currency: 'EUR',
  type: 'course_buy',
  appstore_products: [
    { id: 1, alias: 'ios', code: 'com.school.morning' },
    { id: 2, alias: 'application', code: 'com.school' },
  ],
} as unknown as ServiceWire
const sold = { 'POST /app-store/intents': { code: 'com.school.morning', account_token: 'token of Ann' } } as Record<
  string,
  unknown
>
const finished: unknown[] = []

/** A shell that sells one product, and does otherwise where it is told. */
function shellThat(does: Partial<AppStoreShell> = {}): AppStoreShell {
  return {
    store: 'apple',
    listProducts: async codes => codes.map(code => ({ code, price: '129,99 €' })),
    buy: async () => ({ proof: 'signed' }),
    restore: async () => [],
    finish: async purchase => void finished.push(purchase),
    ...does,
  }
}

beforeEach(() => {
  settings.appType = 'mobile'
  brand.isAppStoreSupport = true
  asked.calls = []
  tracked.length = 0
  finished.length = 0
  asked.answer = name => sold[name] ?? { id: 21 }
  vi.stubGlobal('window', { kursoAppStore: shellThat() })
})
afterEach(() => {
  settings.appType = 'web'
  vi.unstubAllGlobals()
})

const shown = (part: ReactNode, messages: CompiledCopy, client = createQueryClient()) =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <Router ssrPath="/checkout/7">
        <QueryClientProvider client={client}>{part}</QueryClientProvider>
      </Router>
    </CopyProvider>,
  )

test('in the app the store sells where the brand wants it and the app has one; the school itself never does [BIL-13]', async () => {
  const { CheckoutScreen } = await import('../checkout/CheckoutScreen.tsx')
  const page = async () => shown(<CheckoutScreen serviceId={7} />, await loadCopy('en'))
  const unavailable = 'Nothing can be bought in the app'
  expect([mayBuy(), sellsOnWeb()]).toEqual([true, false])
  expect(await page()).not.toContain(unavailable)
  brand.isAppStoreSupport = false
  expect([mayBuy(), sellsOnWeb()]).toEqual([false, false])
  expect(await page()).toContain(unavailable)
  brand.isAppStoreSupport = true
  vi.stubGlobal('window', {})
  expect([mayBuy(), sellsOnWeb()]).toEqual([false, false])
  expect(await page()).toContain(unavailable)
  settings.appType = 'web'
  expect([mayBuy(), sellsOnWeb()]).toEqual([true, true])
  expect(await page()).not.toContain(unavailable)
})

test('what is bought carries the account’s token, and is finished only after the server has it, and is counted [BIL-13] [BIL-23] [ANL-01]', async () => {
  const bought: unknown[] = []
  const buy = async (wanted: object) => {
    bought.push(wanted, [...finished])
    return { proof: 'signed', renewal: 'renewed' }
  }
  vi.stubGlobal('window', { kursoAppStore: shellThat({ buy }) })
  expect(await buyInStore(7)).toBe(21)
  expect(bought).toEqual([{ code: 'com.school.morning', accountToken: 'token of Ann' }, []])
  expect(asked.calls).toEqual([
    ['POST /app-store/intents', { store: 'apple', service_id: 7 }],
    ['POST /app-store/purchases', { store: 'apple', proof: 'signed', renewal: 'renewed' }],
  ])
  expect(finished).toEqual([{ proof: 'signed', renewal: 'renewed' }])
  expect(tracked).toEqual([{ name: 'in_app_purchase', service: 7 }])
})

test('what the server does not take is not finished, so that the store tells of it again [BIL-23]', async () => {
  const silent = new RequestError('', new Response(null, { status: 503 }), { code: 'store_silent' })
  asked.answer = name => (name === 'POST /app-store/purchases' ? silent : sold[name])
  await expect(buyInStore(7)).rejects.toBe(silent)
  expect([finished, tracked]).toEqual([[], []])
})

test('all that the store knows is restored, also beside what is over or another’s [BIL-23]', async () => {
  const restore = async () => ['one', 'two', 'three'].map(proof => ({ proof }))
  vi.stubGlobal('window', { kursoAppStore: shellThat({ restore }) })
  asked.answer = () =>
    (asked.calls.at(-1)?.[1] as { proof: string } | undefined)?.proof === 'two'
      ? new RequestError('', new Response(null, { status: 409 }), { code: 'purchase_of_another' })
      : { id: 21 }
  expect(await restorePurchases()).toBe(2)
  expect(finished).toEqual([{ proof: 'one' }, { proof: 'three' }])
})

test.each(['en', 'ru', 'es'] as const)(
  'each failure of the shell is told by its name in %s [ERR-05]',
  async language => {
    const t = createCopy(language, await loadCopy(language))
    const texts = new Set<string>()
    for (const code of [...purchaseErrors, 'ERR_MADE_UP']) {
      vi.stubGlobal('window', { kursoAppStore: shellThat({ buy: () => Promise.reject({ code }) }) })
      const failure = await buyInStore(7).catch(explainStore(t))
      const notice = typeof failure === 'object' ? failure.notice : undefined
      expect(notice?.title).toBe(t('billing.store.failed'))
      texts.add(notice?.text ?? '')
    }
    expect(texts.size).toBe(purchaseErrors.length)
    vi.stubGlobal('window', {})
    const failure = await buyInStore(7).catch(explainStore(t))
    expect(failure).toMatchObject({ notice: { text: t('billing.store.ERR_SETUP') } })
  },
)

test('in the app a price is the store’s; what the store does not sell has none', async () => {
  const client = createQueryClient()
  const messages = await loadCopy('en')
  const page = () => shown(<Price service={service} />, messages, client)
  expect(page()).toBe('')
  await client.prefetchQuery(storeProductQuery(service))
  expect(page()).toBe('129,99 €')
  const android = shellThat({ store: 'google' })
  vi.stubGlobal('window', { kursoAppStore: android })
  await expect(storeProductQuery(service).queryFn()).rejects.toMatchObject({ code: 'ERR_PRODUCT_NOT_AVAILABLE' })
  settings.appType = 'web'
  expect(page()).toBe('€99')
})
