import { expect, test } from 'vitest'
import {
  accessEndsOn,
  afterPaid,
  afterRefused,
  beginSubscription,
  cancel,
  changePlan,
  moveNext,
  nextInvoice,
  onDay,
  pause,
  type Plan,
  planNext,
  restore,
  resume,
  stop,
  tell,
  type ToldState,
} from './subscription.ts'

const monthly: Plan = { amount: 3000, period: { count: 1, unit: 'month' } }
const yearly: Plan = { amount: 30_000, period: { count: 1, unit: 'year' } }
const grace = 14
/** Paid for the 28 days from January 31 to February 27. */
const active = () => afterPaid(beginSubscription(monthly, '2027-01-31', 0), '2027-01-31')
const trial = () => beginSubscription(monthly, '2027-01-01', 7)

test('until the day to which the next charge is moved what is paid lasts, and later periods are counted from it', () => {
  const moved = moveNext(active(), '2027-03-10', '2027-02-14')
  expect(moved).toMatchObject({ state: 'active', paidUntil: '2027-03-10', nextTryOn: '2027-03-10' })
  expect(nextInvoice(moved)).toMatchObject({ amount: 3000, startsOn: '2027-03-10', endsOn: '2027-04-10' })
  expect(moveNext(trial(), '2027-01-20', '2027-01-02')).toMatchObject({ state: 'trial', nextTryOn: '2027-01-20' })
  const late = afterRefused(active(), 'declined', '2027-02-28', grace)
  expect(moveNext(late, '2027-03-10', '2027-03-01'), 'not while a charge is open').toEqual(late)
})

test('days that are given with a later charge are worth nothing when the plan changes', () => {
  const creditOf = (...[subscription, on, today]: Parameters<typeof moveNext>) =>
    moveNext(subscription, on, today).current
  expect(creditOf(active(), '2027-03-10', '2027-02-14'), '14 of 28 days are left').toEqual({ amount: 1500, days: 24 })
  const credited = changePlan(moveNext(active(), '2027-03-10', '2027-02-14'), yearly, '2027-02-26')
  expect(credited?.invoice.lines).toContainEqual({ kind: 'credit', amount: -750 })
  expect(creditOf(active(), '2027-03-20', '2027-03-02'), 'the charge was on its way').toEqual({ amount: 0, days: 18 })
  const ahead = afterPaid(active(), '2027-02-01')
  expect(creditOf(ahead, '2027-04-15', '2027-02-14'), 'the latest period alone').toEqual({ amount: 3000, days: 60 })
  expect(creditOf(trial(), '2027-01-20', '2027-01-02'), 'a trial').toEqual({ amount: 0, days: 0 })
})

test('another plan that begins with the next period changes nothing before it', () => {
  const planned = planNext(active(), yearly)
  expect(planned).toEqual({ ...active(), plan: yearly, anchor: '2027-02-28', nextIndex: 0 })
  expect(nextInvoice(planned)).toMatchObject({ amount: 30_000, startsOn: '2027-02-28', endsOn: '2028-02-28' })
  expect(planNext(trial(), yearly)).toMatchObject({ state: 'trial', plan: yearly, paidUntil: '2027-01-08' })
  expect(planNext(pause(active(), '2027-02-10'), yearly)).toMatchObject({ state: 'paused', plan: yearly })
  const canceled = cancel(active(), '2027-02-10')
  expect(planNext(canceled, yearly), 'one that was canceled has no next period').toEqual(canceled)
})

test('a plan that is changed goes on, and the discount of the first payment is not credited', () => {
  const lowered = afterPaid(beginSubscription(monthly, '2027-01-31', 0), '2027-01-31', 200)
  expect(lowered.current).toEqual({ amount: 2800, days: 28 })
  expect(changePlan(lowered, yearly, '2027-02-14')?.invoice.amount).toBe(28_600)
})

test('a payment that the bank has given back opens the days that were left, and is followed by no charge', () => {
  const stopped = stop(active(), '2027-02-10')
  expect(stopped.daysLeft).toBe(18)
  const restored = restore(stopped, '2027-05-01')
  expect(restored).toMatchObject({ state: 'ending', paidUntil: '2027-05-19', nextTryOn: undefined, daysLeft: 0 })
  expect(onDay(restored, '2027-05-19', grace).state).toBe('ended')
  expect(nextInvoice(resume(restored, '2027-05-02'))).toMatchObject({ startsOn: '2027-05-19', endsOn: '2027-06-19' })
  expect(stop(active(), '2027-03-05').daysLeft, 'nothing was left').toBe(0)
  expect(stop(pause(active(), '2027-02-18'), '2027-06-01').daysLeft, 'those that a pause has kept').toBe(9)
  expect(restore(active(), '2027-02-10'), 'only what has ended comes back').toEqual(active())
})

const word: ToldState = { state: 'active', paidUntil: '2027-03-01', closesOn: '2027-03-04' }

test('of one that an app store schedules the store’s word alone counts, and we charge nothing', () => {
  const told = tell(active(), { ...word, amount: 3500 })
  expect(told).toEqual({ ...active(), ...word, plan: { ...monthly, amount: 3500 }, nextTryOn: undefined })
  expect(accessEndsOn(told, grace)).toBe('2027-03-04')
})

test('one that an app store has canceled ends on its day, one that the store cannot charge when the store gives up', () => {
  const ending = tell(active(), { ...word, state: 'ending', amount: 3000 })
  expect(['2027-03-03', '2027-03-04'].map(today => onDay(ending, today, grace).state)).toEqual(['ending', 'ended'])
  const late = tell(active(), { ...word, state: 'past_due', amount: 3000 })
  expect(onDay(late, '2027-06-01', grace)).toEqual(late)
})
