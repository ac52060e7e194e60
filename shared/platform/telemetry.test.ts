import { expect, test } from 'vitest'
import { eventNames, knownAddress } from './analytics.ts'
import { isWorthTelling, withoutPeople } from './failure-reports.ts'

test('every event of the specification has its name, and so have those of announcements [ANL-01]', () => {
  const named =
    'open_burger, close_burger, click, page_view, login, user_registration, logout, restore-password, video_start, video_progress, video_complete, video_speed, like, favourite, banner_show, banner_click, announcement_show, announcement_click, begin_checkout, in_app_purchase, message_send, task_send, filter_change, demo_course_add, app_install'
  expect([...eventNames].sort()).toEqual(named.split(', ').sort())
})

test('an address is reported without tokens, codes, referrals, return addresses and fragment [ANL-01]', () => {
  const told = (path: string) => knownAddress(`https://school.example${path}`)
  expect(told('/auto-login?token=secret&returnUrl=%2Fhome%3Ftoken%3Dx')).toBe('https://school.example/auto-login')
  expect(told('/signup?ref=friend&code=123456#token=x')).toBe('https://school.example/signup')
  expect(told('/home?utm_source=letter&utm_medium=e+mail&token=x')).toBe(
    'https://school.example/home?utm_source=letter&utm_medium=e+mail',
  )
  expect(told('/home?my_utm_source=x&utm_sources=y')).toBe('https://school.example/home')
  expect(told(`/?utm_source=${'a'.repeat(300)}`)).toHaveLength('https://school.example/?utm_source='.length + 100)
})

const failure = (message: string, { name = 'Error', stack = '' } = {}) => ({ name, message, stack })

test('a failure of the app itself is worth reporting [ANL-03]', () => {
  expect(isWorthTelling(failure("Cannot read properties of undefined (reading 'id')", { name: 'TypeError' }))).toBe(
    true,
  )
  expect(isWorthTelling(failure('StreamId must be set'))).toBe(true)
  expect(isWorthTelling(failure('The ResizeObserver loop of the day is not set'))).toBe(true)
  expect(isWorthTelling(failure('The Script error. has a text'))).toBe(true)
  for (const name of ['MyAbortError', 'AbortErrorOfOurs'])
    expect(isWorthTelling(failure('x is undefined', { name }))).toBe(true)
  for (const message of ['A script error', 'Script errors of the day'])
    expect(isWorthTelling(failure(message))).toBe(true)
})

test.each([
  ['TypeError', 'Failed to fetch'],
  ['TypeError', 'Load failed'],
  ['TypeError', 'NetworkError when attempting to fetch resource.'],
  ['TypeError', 'The network connection was lost.'],
  ['NetworkError', 'anything'],
  ['AbortError', 'The operation was aborted.'],
  ['AbortError', 'The play() request was interrupted by a call to pause().'],
  ['Error', 'The play() request was interrupted by a new load request.'],
  ['Error', 'Navigation cancelled'],
  ['TimeoutError', 'signal timed out'],
  ['ChunkLoadError', 'Loading chunk day failed'],
  ['TypeError', 'Failed to fetch dynamically imported module: https://a.b/v/assets/x.js'],
  ['TypeError', 'Importing a module script failed.'],
  ['Error', 'Unable to preload CSS for /v/assets/x.css'],
  ['RequestError', 'Request /spa/api/v1/user failed with status 503'],
  ['Error', 'ResizeObserver loop completed with undelivered notifications.'],
  ['Error', 'Script error.'],
  ['Error', 'Script error'],
  ['Error', 'Network request failed'],
  ['Error', 'Network error'],
  ['Error', 'You are offline'],
  ['Error', 'net::ERR_CONNECTION_RESET'],
  ['Error', 'The request was canceled'],
  ['Error', 'The user aborted a request'],
  ['Error', 'Cannot navigate now'],
  ['Error', 'Loading CSS chunk 7 failed'],
  ['Error', 'Loading chunk 7 failed'],
  ['Error', 'error loading dynamically imported module'],
  ['TypeError', 'Failed to resolve module specifier “x”'],
  ['Error', ''],
])('errors of the network and of navigation are ignored: %s %s [ANL-03]', (name, message) => {
  expect(isWorthTelling(failure(message, { name }))).toBe(false)
})

test.each([
  'chrome',
  'safari',
  'webkit-masked-url',
  'chrome-extension',
  'moz-extension',
  'safari-extension',
  'safari-web-extension',
  'ms-browser-extension',
])('errors of extensions are ignored: %s [ANL-03]', scheme => {
  expect(isWorthTelling(failure('x is undefined', { stack: `at f (${scheme}://abc/content.js:1:2)` }))).toBe(false)
})

test.each([
  ['at https://school.example/auto-login?token=abc:3:4', 'at https://school.example/auto-login:3:4'],
  ['GET /home?returnUrl=/x&code=123456 broke', 'GET /home broke'],
  ['No account of vera.walker@example.com', 'No account of <e-mail>'],
  ['Bearer kJ8s7_abc refused', '<secret> refused'],
  ['token 4f9Kd02mXq7Zp1Lw8Vb3Nc6Rt5Yh lost', 'token <secret> lost'],
  ['cannot call +7 (921) 123-45-67', 'cannot call <number>'],
  ['Unexpected token in "my homework is sad" here', 'Unexpected token in "…" here'],
  ["cannot parse 'what I wrote'", "cannot parse '…'"],
  ["undefined (reading 'streamId')", "undefined (reading 'streamId')"],
  ['at http://school.example/day#token=abc', 'at http://school.example/day'],
  ['at http://school.example/day?secret', 'at http://school.example/day'],
  ['call 8 921 1234567 now', 'call <number> now'],
  ['“what I wrote”, «da», `y un día`', '"…", "…", "…"'],
  ['GET /home#code=1 broke', 'GET /home broke'],
  ['GET /home?a=1&b=2) broke', 'GET /home) broke'],
  ['bearer  kJ8s7_abc refused', '<secret> refused'],
  ['token abcdefghijklmnopqrstuvwxyz lost', 'token abcdefghijklmnopqrstuvwxyz lost'],
  ['at 4f9Kd02mXq7Zp1Lw8Vb3Nc6Rt5Yh.ts:1', 'at 4f9Kd02mXq7Zp1Lw8Vb3Nc6Rt5Yh.ts:1'],
  ['cannot call 8 921 1234567', 'cannot call <number>'],
  ['12 of 345 lessons', '12 of 345 lessons'],
  ['“a”, «b», `c` and "d"', '"…", "…", "…" and "…"'],
])('a report contains no personal data: %s [ANL-03] [SEC-05]', (text, told) => {
  expect(withoutPeople(text)).toBe(told)
})

test('positions in our own files stay readable [ANL-03]', () => {
  const stack =
    'TypeError: x\n    at DayScreen (https://school.example/v/assets/ConsultationBanner-Dk3s9aB2.js:12:3456)'
  expect(withoutPeople(stack)).toBe(stack)
})

test('a text crafted to slow the rule down does not [ANL-03] [SEC-07]', () => {
  const began = performance.now()
  for (const text of ['“', '«', 'a', '?a', 'http://']) {
    const long = text.repeat(4000 / text.length)
    for (let count = 0; count < 30; count++) withoutPeople(long)
  }
  expect(performance.now() - began).toBeLessThan(1500)
})
