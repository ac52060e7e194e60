import { beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from '#kit/request/request-errors.ts'
import { reportFailure } from './report-failure.ts'

const request = vi.hoisted(() => vi.fn(async (_name: string, _input: { body: { reports: unknown[] } }) => {}))
vi.mock('#kit/request/request.ts', () => ({ request }))

beforeEach(() => {
  request.mockClear()
  vi.stubGlobal('location', { pathname: '/course/7/calendar' })
})

const reported = () => request.mock.calls.map(([, { body }]) => body.reports[0])

test('a failure is reported once per visit, with its place and no personal data [ANL-03] [SEC-05]', async () => {
  const error = Object.assign(new TypeError('No lesson for vera@example.com'), {
    stack: 'TypeError\n at f (https://school.example/auto-login?token=abc:1:2)',
  })
  await reportFailure(error, 'screen')
  await reportFailure(error, 'error')
  expect(reported()).toEqual([
    {
      kind: 'screen',
      name: 'TypeError',
      message: 'No lesson for <e-mail>',
      stack: 'TypeError\n at f (https://school.example/auto-login:1:2)',
      path: '/course/7/calendar',
    },
  ])
})

const refused = (status: number) =>
  new RequestError(`/spa/api/v1/courses?lang=en&x=${status}`, Response.json({}, { status }), {})

test('a read that failed for good is reported without its query, a refusal that the screen explains is not [ERR-03]', async () => {
  await reportFailure(refused(500), 'load')
  for (const status of [401, 403, 404]) await reportFailure(refused(status), 'load')
  await reportFailure(new TypeError('Failed to fetch'), 'load')
  await reportFailure(refused(502), 'rejection')
  expect(reported()).toEqual([
    expect.objectContaining({ kind: 'load', message: 'Request /spa/api/v1/courses failed with status 500' }),
  ])
})

test('ordinary failures and things that are not failures are not reported [ANL-03]', async () => {
  for (const one of [
    new TypeError('Failed to fetch'),
    new DOMException('x', 'AbortError'),
    undefined,
    { password: 'x' },
  ])
    await reportFailure(one, 'rejection')
  expect(request).not.toHaveBeenCalled()
})

test('long texts are cut, and neither many failures nor a failing report do harm [ANL-03]', async () => {
  request.mockRejectedValueOnce(new Error('offline'))
  for (let count = 0; count < 60; count++) await reportFailure(new Error(`${count} ${'long '.repeat(500)}`), 'error')
  const all = reported() as { message: string }[]
  expect(all.length).toBeLessThanOrEqual(20)
  expect(all[0]?.message).toHaveLength(500)
})
