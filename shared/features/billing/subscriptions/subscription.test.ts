import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/platform/times.ts'
import {
  accessEndsOn,
  afterPaid,
  afterRefused,
  beginSubscription,
  cancel,
  can,
  changePlan,
  dispute,
  isChargeDue,
  isMissed,
  nextInvoice,
  onDay,
  pause,
  type Plan,
  resume,
  skipMissed,
  stop,
  type Subscription,
  type SubscriptionState,
} from './subscription.ts'

const monthly: Plan = { amount: 3000, period: { count: 1, unit: 'month' } }
const yearly: Plan = { amount: 30_000, period: { count: 1, unit: 'year' } }
const grace = 14
const active = () => afterPaid(beginSubscription(monthly, '2027-01-31', 0), '2027-01-31')

test('a trial is open at once and its first charge is due on the day after it', () => {
  const trial = beginSubscription(monthly, '2027-01-01', 7)
  expect(trial).toMatchObject({ state: 'trial', paidUntil: '2027-01-08', nextTryOn: '2027-01-08' })
  expect([isChargeDue(trial, '2027-01-07'), isChargeDue(trial, '2027-01-08')]).toEqual([false, true])
  expect(nextInvoice(trial)).toMatchObject({ amount: 3000, startsOn: '2027-01-08', endsOn: '2027-02-08' })
  expect(afterPaid(trial, '2027-01-08')).toMatchObject({ state: 'active', paidUntil: '2027-02-08' })
})

test('without a trial it is nothing until paid, and begins on the day of the payment', () => {
  const created = beginSubscription(monthly, '2027-01-01', 0)
  expect(accessEndsOn(created, grace)).toBeUndefined()
  expect(isChargeDue(created, '2027-03-01'), 'nobody is charged who has not begun').toBe(false)
  expect(afterPaid(created, '2027-01-03')).toMatchObject({
    state: 'active',
    anchor: '2027-01-03',
    paidUntil: '2027-02-03',
  })
})

test('a renewal is for its own month, however late it is paid', () => {
  const due = active()
  expect(due.paidUntil).toBe('2027-02-28')
  const late = afterRefused(due, 'insufficient_funds', '2027-02-28', grace)
  expect(late).toMatchObject({ state: 'past_due', nextTryOn: '2027-03-01' })
  expect(afterPaid(late, '2027-03-05')).toMatchObject({
    state: 'active',
    paidUntil: '2027-03-31',
    nextTryOn: '2027-03-31',
  })
})

test('a period that nobody was charged for is skipped, not charged afterwards', () => {
  const due = active()
  expect([isMissed(due, '2027-03-30'), isMissed(due, '2027-03-31')]).toEqual([false, true])
  const skipped = skipMissed(due, '2027-04-10')
  expect(nextInvoice(skipped)).toMatchObject({ amount: 3000, startsOn: '2027-04-10', endsOn: '2027-05-10' })
  expect(isMissed(skipped, '2027-04-10')).toBe(false)
  expect(afterPaid(skipped, '2027-04-10')).toMatchObject({ state: 'active', paidUntil: '2027-05-10' })
  const trial = skipMissed(beginSubscription(monthly, '2027-01-01', 7), '2027-03-01')
  expect(trial).toMatchObject({ state: 'trial', nextTryOn: '2027-03-01', paidUntil: '2027-03-01' })
  const late = afterRefused(due, 'insufficient_funds', '2027-02-28', 60)
  expect(isMissed(late, '2027-04-10'), 'who was asked and did not pay had it open meanwhile').toBe(false)
  expect(skipMissed(late, '2027-04-10')).toEqual(late)
})

test('a refused charge leaves it open for the days of grace, which end it', () => {
  const late = afterRefused(active(), 'stolen_card', '2027-02-28', grace)
  expect(late.nextTryOn, 'a stolen card is not tried again').toBeUndefined()
  expect(accessEndsOn(late, grace)).toBe('2027-03-14')
  expect(onDay(late, '2027-03-13', grace).state).toBe('past_due')
  const tried = afterRefused(active(), 'declined', '2027-03-10', grace)
  expect(tried.nextTryOn).toBe('2027-03-13')
  const over = onDay(tried, '2027-03-14', grace)
  expect(over).toMatchObject({ state: 'ended', nextTryOn: undefined })
  expect(accessEndsOn(over, grace), 'what has ended has no days of grace').toBe('2027-02-28')
})

test('canceled, it lasts as long as is paid for, and can be taken back until then', () => {
  const canceled = cancel(active(), '2027-02-10')
  expect(canceled).toMatchObject({ state: 'ending', paidUntil: '2027-02-28', nextTryOn: undefined })
  expect(isChargeDue(canceled, '2027-03-01')).toBe(false)
  expect(resume(canceled, '2027-02-20')).toMatchObject({ state: 'active', nextTryOn: '2027-02-28' })
  const over = onDay(canceled, '2027-02-28', grace)
  expect(over).toMatchObject({ state: 'ended', nextTryOn: undefined })
  expect(resume(over, '2027-02-28'), 'what has ended stays so').toEqual(over)
})

test('a pause keeps the paid days after its first, from which later periods are counted', () => {
  const paused = pause(active(), '2027-02-18')
  expect(paused).toMatchObject({ state: 'paused', nextTryOn: undefined })
  expect(accessEndsOn(paused, grace)).toBeUndefined()
  expect(isChargeDue(paused, '2027-04-01')).toBe(false)
  const resumed = resume(paused, '2027-04-01')
  expect(resumed).toMatchObject({ state: 'active', paidUntil: '2027-04-10', nextTryOn: '2027-04-10' })
  expect(nextInvoice(resumed)).toMatchObject({ startsOn: '2027-04-10', endsOn: '2027-05-10' })
  expect(resume(paused, '2027-02-18'), 'taken back on the same day').toEqual(active())
})

test('paused every day, it lasts no longer than it was paid for', () => {
  let subscription = active()
  let today = '2027-02-01'
  for (; subscription.paidUntil > today; today = addDays(today, 1))
    subscription = resume(pause(subscription, today), addDays(today, 1))
  expect(today).toBe('2027-02-28')
})

test('canceled in a pause, the kept days follow; taken back then, the next period begins after them', () => {
  const canceled = cancel(pause(active(), '2027-02-18'), '2027-06-01')
  expect(canceled).toMatchObject({ state: 'ending', paidUntil: '2027-06-10' })
  const resumed = resume(canceled, '2027-06-05')
  expect(resumed).toMatchObject({ state: 'active', nextTryOn: '2027-06-10' })
  expect(nextInvoice(resumed)).toMatchObject({ startsOn: '2027-06-10', endsOn: '2027-07-10' })
})

test('a payment that was on its way is given after a pause or a cancellation, but nothing after the end', () => {
  const canceled = afterPaid(cancel(active(), '2027-02-28'), '2027-02-28')
  expect(canceled).toMatchObject({ state: 'ending', paidUntil: '2027-03-31', nextTryOn: undefined })
  const paused = afterPaid(pause(active(), '2027-02-28'), '2027-02-28')
  expect(paused).toMatchObject({ state: 'paused', nextTryOn: undefined })
  expect(resume(paused, '2027-05-01')).toMatchObject({ state: 'active', paidUntil: '2027-05-31' })
  const over = stop(active(), '2027-02-10')
  expect([can(over.state, 'paid'), afterPaid(over, '2027-02-10')]).toEqual([false, over])
})

test('another plan is a credit for the days left and a charge for a new period', () => {
  const found = changePlan(active(), yearly, '2027-02-14')
  expect(found?.invoice).toEqual({
    amount: 28_500,
    lines: [
      { kind: 'period', amount: 30_000 },
      { kind: 'credit', amount: -1500 },
    ],
    startsOn: '2027-02-14',
    endsOn: '2028-02-14',
  })
  expect(found?.changed).toMatchObject({ state: 'active', plan: yearly, credit: 0, paidUntil: '2028-02-14' })
})

test('a credit above the new price pays for the next periods', () => {
  const year = afterPaid(beginSubscription(yearly, '2027-01-01', 0), '2027-01-01')
  const found = changePlan(year, monthly, '2027-01-01')
  expect(found?.invoice).toMatchObject({ amount: 0 })
  expect(found?.changed.credit).toBe(27_000)
  expect(nextInvoice(found?.changed ?? year)).toMatchObject({ amount: 0, startsOn: '2027-02-01' })
})

test('what was refused once is tried, refused again, paid or canceled at once', () => {
  const late = afterRefused(active(), 'declined', '2027-02-28', grace)
  expect(isChargeDue(late, '2027-03-01')).toBe(true)
  expect(afterRefused(late, 'declined', '2027-03-01', grace)).toMatchObject({
    state: 'past_due',
    nextTryOn: '2027-03-03',
  })
  expect(cancel(late, '2027-03-01')).toMatchObject({ state: 'ended', nextTryOn: undefined })
})

test('a change during a trial is not one: nothing was paid that could be credited', () => {
  expect(changePlan(beginSubscription(monthly, '2027-01-01', 7), yearly, '2027-01-02')).toBeUndefined()
  expect(beginSubscription(monthly, '2027-01-01', 7).current).toEqual({ amount: 0, days: 0 })
})

test('a plan is changed only while it is paid for', () => {
  expect(changePlan(active(), yearly, '2027-02-28')).toBeUndefined()
  expect(changePlan(cancel(active(), '2027-02-10'), yearly, '2027-02-11')).toBeUndefined()
})

test('a refund of a period that is over leaves its end where it was', () => {
  expect(stop(active(), '2027-03-05')).toMatchObject({ state: 'ended', paidUntil: '2027-02-28' })
})

test('a refund or a chargeback ends it at once, from every state that has not ended', () => {
  const states: SubscriptionState[] = ['created', 'trial', 'active', 'past_due', 'paused', 'ending']
  for (const state of states) {
    expect(stop({ ...active(), state }, '2027-02-10')).toMatchObject({
      state: 'ended',
      paidUntil: '2027-02-10',
      nextTryOn: undefined,
    })
  }
})

test('disputed for an earlier period, it lasts as long as is paid for and is charged no more; past due, it ends at once', () => {
  const disputed = dispute(active())
  expect(disputed).toMatchObject({ state: 'ending', paidUntil: '2027-02-28', nextTryOn: undefined })
  expect(resume(disputed, '2027-02-20')).toMatchObject({ state: 'active', nextTryOn: '2027-02-28' })
  const late = afterRefused(active(), 'declined', '2027-02-28', grace)
  expect(dispute(late)).toMatchObject({ state: 'ended', nextTryOn: undefined })
  const paused = pause(active(), '2027-02-18')
  expect(dispute(paused), 'nothing of it is charged').toEqual(paused)
})

type Step = { days: number; what: 'refused' | 'pause' | 'resume' | 'cancel' | 'change' | 'nothing'; amount: number }
type Life = { subscription: Subscription; charged: number; periods: number; granted: number; paidDays: Set<string> }

/** Takes the money for the next invoice, and keeps account of it and of its days. */
function charge(life: Life, subscription: Subscription, today: string): Life {
  const invoice = nextInvoice(subscription)
  const price = invoice.lines.find(({ kind }) => kind === 'period')?.amount ?? 0
  expect(invoice.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(invoice.amount)
  expect(invoice.amount).toBeGreaterThanOrEqual(0)
  for (let date = invoice.startsOn; date < invoice.endsOn; date = addDays(date, 1)) {
    expect(life.paidDays.has(date), `${date} is charged once`).toBe(false)
    life.paidDays.add(date)
  }
  const after = afterPaid(subscription, today)
  expect(after.paidUntil > subscription.paidUntil, 'what is paid for ends later').toBe(true)
  return {
    ...life,
    subscription: after,
    charged: life.charged + invoice.amount,
    periods: life.periods + price,
  }
}

function change(life: Life, amount: number, today: string): Life {
  const plan = { ...life.subscription.plan, amount }
  const found = changePlan(life.subscription, plan, today)
  if (!found) return life
  const { credit, paidUntil } = life.subscription
  for (let date = today; date < paidUntil; date = addDays(date, 1)) life.paidDays.delete(date)
  const used = plan.amount - found.invoice.amount
  const granted = found.changed.credit + used - credit
  const begun = { ...life.subscription, plan, anchor: today, nextIndex: 0, paidUntil: today, credit: credit + granted }
  return { ...charge(life, begun, today), granted: life.granted + granted }
}

function liveOn(life: Life, { what, amount }: Step, today: string): Life {
  const { subscription } = life
  if (isChargeDue(subscription, today))
    return what === 'refused'
      ? { ...life, subscription: onDay(afterRefused(subscription, 'declined', today, grace), today, grace) }
      : charge(life, subscription, today)
  if (what === 'change') return change(life, amount, today)
  const moves = { pause, resume, cancel, nothing: (same: Subscription) => same }
  if (what === 'refused') return life
  if (what === 'pause') {
    // The days that are kept are open after the pause, and not before.
    for (let date = today; date < subscription.paidUntil && can(subscription.state, 'paused'); date = addDays(date, 1))
      life.paidDays.delete(date)
  }
  return { ...life, subscription: moves[what](subscription, today) }
}

test('thirteen months of any life balance to the cent, and no day is charged twice', () => {
  const step = fc.record({
    days: fc.integer({ min: 0, max: 12 }),
    what: fc.constantFrom('refused', 'pause', 'resume', 'cancel', 'change', 'nothing'),
    amount: fc.integer({ min: 0, max: 90_000 }),
  })
  const period = fc.record({
    count: fc.integer({ min: 1, max: 3 }),
    unit: fc.constantFrom('day', 'week', 'month', 'year'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 70 }), period, fc.nat(90_000), fc.nat(10), (steps, of, amount, trial) => {
      let today = '2027-01-31'
      const end = '2028-02-29'
      const begun = beginSubscription({ amount, period: of }, today, trial)
      let life: Life = { subscription: begun, charged: 0, periods: 0, granted: 0, paidDays: new Set() }
      if (begun.state === 'created') life = charge(life, begun, today)
      for (const one of steps) {
        for (let waited = 0; waited <= one.days && today < end; waited++) {
          life = { ...life, subscription: onDay(life.subscription, today, grace) }
          life = liveOn(life, waited === one.days ? one : { ...one, what: 'nothing' }, today)
          today = addDays(today, 1)
        }
      }
      expect(
        life.charged + life.granted - life.subscription.credit,
        'charges and used credits pay for the periods',
      ).toBe(life.periods)
      expect(life.subscription.credit).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 300 },
  )
})
