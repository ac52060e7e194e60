import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Currency } from '#shared/platform/money.ts'
import type { ChargeRefusal } from '#shared/features/billing/subscriptions/retries.ts'
import { type AskedCheckout, type Charge, ProviderRefused, ProviderUnavailable } from './provider.ts'
import type { Rig, TrialCard } from './testing/rig.ts'
import { sandboxRig } from './testing/sandbox-rig.ts'
import { stripeRig } from './testing/stripe-rig.ts'
import { yooKassaRig } from './testing/yookassa-rig.ts'

const day = 86_400

describe.each([
  ['sandbox', sandboxRig],
  ['stripe', stripeRig],
  ['yookassa', yooKassaRig],
] as const)('%s', (_kind, open) => {
  let rig: Rig
  let currency: Currency
  beforeAll(async () => {
    rig = await open()
    currency = rig.currencies[0]
  })
  afterAll(() => rig.close())

  const asked = (more: Partial<AskedCheckout> = {}): AskedCheckout => {
    const urls = { returnUrl: 'https://school.test/back', cancelUrl: 'https://school.test/cancel' }
    const person = { email: 'ann@example.com', language: 'en' as const }
    const what = {
      amount: 12_50,
      currency,
      description: 'A course',
      savesMethod: true,
      expiresInSeconds: 3600,
    } as const
    return { key: randomUUID(), askedAt: rig.now(), ...what, ...person, ...urls, ...more }
  }
  const paid = async (card: TrialCard = 'works', more: Partial<AskedCheckout> = {}): Promise<Charge> => {
    const page = await rig.provider.openCheckout(asked(more))
    await rig.pay(page, card)
    return rig.provider.read(page.id)
  }
  const saved = async (card: TrialCard): Promise<string> => (await paid(card)).method?.token ?? ''
  const later = async (method: string, key: string = randomUUID(), askedAt = rig.now()) =>
    ({ key, askedAt, amount: 700, currency, description: 'A month', email: 'ann@example.com', method }) as const
  const back = (payment: string, amount: number, key: string = randomUUID()) =>
    rig.provider.refund({ key, askedAt: rig.now(), payment, amount, currency, isPending: false })
  const paymentOf = ({ payment }: Charge) => payment ?? expect.fail('nothing was paid')

  test('a page is opened once by its key, paid, and says what was paid and with what [BIL-11, BIL-20]', async () => {
    const wanted = asked()
    const [page, same] = [await rig.provider.openCheckout(wanted), await rig.provider.openCheckout(wanted)]
    expect(page).toMatchObject({ state: 'open', reference: wanted.key, payment: undefined, refusal: undefined })
    expect(page.url).toMatch(/^https?:/)
    expect(same).toEqual(page)
    await rig.pay(page)
    const charge = await rig.provider.read(page.id)
    expect(charge).toMatchObject({ id: page.id, state: 'done', reference: wanted.key, url: undefined })
    expect(charge.payment).toMatchObject({ amount: 12_50, currency, refunds: [], disputes: [] })
    expect(charge.payment?.fee).toBeGreaterThan(0)
    expect(Math.abs((charge.payment?.paidAt ?? 0) - rig.now())).toBeLessThan(60_000)
    expect(charge.method).toMatchObject({ kind: 'card', last4: expect.stringMatching(/^\d{4}$/) })
    expect(charge.method?.expiresYear).toBeGreaterThan(2025)
    expect(await rig.provider.openCheckout(wanted)).toEqual(charge)
  })

  test('nothing is saved when it is not wanted [BIL-20]', async () => {
    expect((await paid('works', { savesMethod: false })).method).toBeUndefined()
  })

  test('an abandoned page ends by itself', async () => {
    const page = await rig.provider.openCheckout(asked())
    await rig.pass(2 * 3600)
    expect(await rig.provider.read(page.id)).toMatchObject({ state: 'closed', payment: undefined })
  })

  test('a page is closed, and closing it again is fine', async () => {
    const page = await rig.provider.openCheckout(asked())
    const closed = await rig.provider.close(page.id)
    expect(closed.state).toBe(rig.closesPages ? 'closed' : 'open')
    expect(await rig.provider.close(page.id)).toEqual(closed)
    expect((await rig.provider.read(page.id)).payment).toBeUndefined()
  })

  test('a page that is paid while it is closed says which of both it is', async () => {
    const page = await rig.provider.openCheckout(asked())
    const [closed] = await Promise.all([rig.provider.close(page.id), rig.pay(page)])
    const after = await rig.provider.read(page.id)
    if (closed.state !== 'open') expect(after.state).toBe(closed.state)
    expect(after.payment !== undefined).toBe(after.state === 'done')
    const late = await paid()
    expect(await rig.provider.close(late.id)).toEqual(late)
  })

  test.each<[TrialCard, ChargeRefusal]>([
    ['noFunds', 'insufficient_funds'],
    ['expired', 'expired_card'],
    ['stolen', 'stolen_card'],
  ])('on the page the card %s is refused as %s [BIL-20]', async (card, refusal) => {
    const page = await rig.provider.openCheckout(asked())
    await rig.pay(page, card)
    const after = await rig.provider.read(page.id)
    expect(after).toMatchObject({ state: rig.takesAnotherCard ? 'open' : 'refused', refusal, payment: undefined })
    if (!rig.takesAnotherCard) return
    await rig.pay(page)
    expect(await rig.provider.read(page.id)).toMatchObject({ state: 'done', refusal: undefined })
  })

  test('a card that its owner confirms at the bank is taken [BIL-20]', async () => {
    expect((await paid('confirmed')).state).toBe('done')
  })

  test('a saved method is charged later, once by its key, and not once it is forgotten [BIL-20]', async () => {
    const wanted = await later(await saved('works'))
    const count = await rig.countPaid()
    const [charge, same] = await Promise.all([rig.provider.charge(wanted), rig.provider.charge(wanted)])
    expect(charge).toMatchObject({ state: 'done', reference: wanted.key, payment: { amount: 700, currency } })
    expect(same.id).toBe(charge.id)
    expect(await rig.provider.read(charge.id)).toEqual(charge)
    expect(await rig.countPaid()).toBe(count + 1)
    for (const _time of [1, 2]) await rig.provider.forgetMethod(wanted.method)
    if (!rig.forgets) return
    const again = await rig.provider.charge({ ...wanted, key: randomUUID() })
    expect(again).toMatchObject({ state: 'refused', refusal: 'revoked' })
  })

  test('a saved method may be refused later', async () => {
    const wanted = await later(await saved('noFundsLater'))
    const charge = await rig.provider.charge(wanted)
    expect(charge).toMatchObject({ state: 'refused', reference: wanted.key, refusal: 'insufficient_funds' })
    expect(charge.payment).toBeUndefined()
    expect((await rig.provider.charge(wanted)).id).toBe(charge.id)
  })

  test('a charge whose bank wants its owner says so [BIL-20]', async () => {
    const charge = await rig.provider.charge(await later(await saved('confirmsLater')))
    expect(charge).toMatchObject({ refusal: 'authentication_required', payment: undefined })
    if (!rig.confirm) return expect(charge.state).toBe('refused')
    expect(charge.state).toBe('confirm')
    await rig.confirm(charge.url ?? '')
    expect(await rig.provider.read(charge.id)).toMatchObject({ state: 'done', payment: { amount: 700 } })
    expect((await rig.provider.close(charge.id)).state, 'what is paid is not closed').toBe('done')
    const other = await rig.provider.charge(await later(await saved('confirmsLater')))
    for (const _time of [1, 2]) expect((await rig.provider.close(other.id)).state).toBe('closed')
    await rig.confirm(other.url ?? '')
    expect(await rig.provider.read(other.id)).toMatchObject({ state: 'closed', payment: undefined })
  })

  test('when the answer is lost, asking again charges once [BIL-20]', async () => {
    const wanted = await later(await saved('works'))
    const count = await rig.countPaid()
    await rig.loseAnswer()
    await expect(rig.provider.charge(wanted)).rejects.toThrow(ProviderUnavailable)
    expect((await rig.provider.charge(wanted)).state).toBe('done')
    await rig.fail()
    await expect(rig.provider.charge({ ...wanted, key: randomUUID() })).rejects.toThrow(ProviderUnavailable)
    expect(await rig.countPaid()).toBe(count + 1)
  })

  test('even when the provider has forgotten the key, asking again does nothing twice', async () => {
    const wanted = await later(await saved('works'))
    const count = await rig.countPaid()
    const charge = await rig.provider.charge(wanted)
    const refund = {
      key: randomUUID(),
      askedAt: rig.now(),
      payment: paymentOf(charge).id,
      amount: 100,
      currency,
      isPending: false,
    } as const
    const first = await rig.provider.refund(refund)
    await rig.pass(40 * day)
    expect((await rig.provider.charge(wanted)).id).toBe(charge.id)
    expect(await rig.countPaid()).toBe(count + 1)
    expect(await rig.provider.refund(refund)).toEqual(first)
    expect(paymentOf(await rig.provider.read(charge.id)).refunds).toHaveLength(1)
  })

  test('a part goes back, then the rest, and not more than was paid [BIL-20]', async () => {
    const charge = await paid()
    const { id } = paymentOf(charge)
    const key = randomUUID()
    const both = await Promise.all([back(id, 500, key), back(id, 500, key)])
    expect(both[0]).toEqual(both[1])
    expect(both[0]).toMatchObject({ state: 'done', amount: 500 })
    expect(await back(id, 751)).toMatchObject({ state: 'failed' })
    await rig.loseAnswer()
    const rest = randomUUID()
    await expect(back(id, 750, rest)).rejects.toThrow(ProviderUnavailable)
    expect(await back(id, 750, rest)).toMatchObject({ state: 'done', amount: 750 })
    const { refunds } = paymentOf(await rig.provider.read(charge.id))
    expect(refunds.map(({ amount, reference }) => [amount, reference])).toEqual([
      [500, key],
      [750, rest],
    ])
    expect(await rig.provider.referenceOf(refunds[0]?.id ?? '')).toBe(charge.reference)
  })

  test('a refund that the provider decides on later is seen when it has', async () => {
    if (!rig.holdRefunds) return expect(await back(paymentOf(await paid()).id, 500)).toMatchObject({ state: 'done' })
    const { id, payment } = await paid()
    const wanted = { key: randomUUID(), askedAt: rig.now(), payment: payment?.id ?? '', amount: 500, currency }
    rig.holdRefunds('later')
    const first = await rig.provider.refund({ ...wanted, isPending: false })
    expect(first.state).toBe('pending')
    expect(await rig.provider.refund({ ...wanted, isPending: true })).toEqual(first)
    rig.holdRefunds('failed')
    expect(await rig.provider.refund({ ...wanted, isPending: true })).toEqual({ ...first, state: 'failed' })
    rig.holdRefunds('sent')
    expect(await rig.provider.refund({ ...wanted, isPending: true })).toEqual({ ...first, state: 'done' })
    expect(paymentOf(await rig.provider.read(id)).refunds).toHaveLength(1)
  })

  test('a refund that comes back after it was sent is told as one that failed', async () => {
    const { id, payment } = await paid()
    const sent = await back(payment?.id ?? '', 500)
    const told = async () => paymentOf(await rig.provider.read(id)).refunds.map(({ isFailed }) => isFailed)
    expect(await told()).toEqual([false])
    if (!rig.failRefund) return
    await rig.failRefund(sent.id)
    expect(await told()).toEqual([true])
    rig.holdRefunds?.('sent')
  })

  test('a long description is cut where the provider wants it shorter', async () => {
    const page = await rig.provider.openCheckout(asked({ description: '🎓'.repeat(200) }))
    await rig.pay(page)
    expect(await rig.provider.read(page.id)).toMatchObject({ state: 'done' })
  })

  test('a dispute is seen from its beginning to its end, where the provider tells of any [BIL-20]', async () => {
    if (!rig.dispute || !rig.closeDispute) return expect(paymentOf(await paid()).disputes).toEqual([])
    for (const outcome of ['won', 'lost'] as const) {
      const charge = await paid()
      const disputes = async () => paymentOf(await rig.provider.read(charge.id)).disputes
      await rig.dispute(paymentOf(charge).id)
      expect(await disputes()).toMatchObject([{ amount: 12_50, state: 'open' }])
      await rig.closeDispute(paymentOf(charge).id, outcome)
      expect(await disputes()).toMatchObject([{ amount: 12_50, state: outcome }])
    }
  })

  test('an event names an object that leads to the key; a repeat is the same event', async () => {
    const before = (await rig.told()).length
    const charge = await paid()
    const told = (await rig.told()).slice(before)
    const events = told.map(({ body, headers }) => rig.provider.readEvent(body, headers, Date.now()))
    const objects = events.flatMap(event => event?.object ?? [])
    expect(objects.length).toBeGreaterThan(0)
    for (const object of objects) expect(await rig.provider.referenceOf(object)).toBe(charge.reference)
    const [first] = told
    if (!first) return expect.fail('nothing was told')
    expect(rig.provider.readEvent(first.body, first.headers, Date.now())).toEqual(events[0])
  })

  test('forged and late events are not believed, and no body is too strange [BIL-11, BIL-18]', async () => {
    await paid()
    const told = (await rig.told()).at(-1)
    if (!told) return expect.fail('nothing was told')
    const { body, headers } = told
    for (const strange of ['', '{', '[]', 'null', '{"id":1}', '\u0000'])
      expect(rig.provider.readEvent(Buffer.from(strange), headers, Date.now())).toBeUndefined()
    if (!rig.forged) return
    const forged = rig.forged(told)
    expect(rig.provider.readEvent(forged.body, forged.headers, Date.now())).toBeUndefined()
    expect(rig.provider.readEvent(body, {}, Date.now())).toBeUndefined()
    expect(rig.provider.readEvent(body, headers, Date.now() + 3_600_000)).toBeUndefined()
  })

  test('what is not ours leads to no key, and cannot be read [BIL-18]', async () => {
    for (const object of [await rig.foreign(), 'nothing', '../v1', ''])
      expect(await rig.provider.referenceOf(object)).toBeUndefined()
    await expect(rig.provider.read('nothing')).rejects.toThrow(ProviderRefused)
  })

  test('amount 0 only saves the method [BIL-20]', async () => {
    const charge = await paid('works', { amount: 0 })
    expect(charge).toMatchObject({ state: 'done', payment: undefined, method: { kind: 'card' } })
    const wanted = await later(charge.method?.token ?? '')
    expect(await rig.provider.charge(wanted)).toMatchObject({ state: 'done', payment: { amount: 700 } })
  })

  test('each currency keeps its own digits', async () => {
    for (const currency of rig.currencies) {
      const charge = await paid('works', { currency, amount: 1_234_560 })
      expect(charge.payment).toMatchObject({ amount: 1_234_560, currency })
    }
  })
})
