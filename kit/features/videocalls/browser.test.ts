import { expect, test } from 'vitest'
import { browserOf } from './browser.ts'
import { deviceProblemOf } from './devices.ts'
import { pack, unpack } from './packing.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
test.each([
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${webkit} CriOS/120 Mobile Safari/604.1`, 5, 'ios'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.0 Safari/605.1.15`, 5, 'ios'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.0 Safari/605.1.15`, 0, 'safari'],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131 Mobile Safari/537.36',
    5,
    'android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 0, 'firefox'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131 Safari/537.36 Edg/131',
    0,
    'chrome',
  ],
] as const)('%s with %d touches is told how by the words of %s', (userAgent, maxTouchPoints, browser) =>
  expect(browserOf({ userAgent, maxTouchPoints })).toBe(browser),
)

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['NotSupportedError', 'unsupported'],
  ['InvalidStateError', 'failed'],
])('%s means that the device is %s', (name, problem) =>
  expect(deviceProblemOf(new DOMException('', name))).toBe(problem),
)

test('a description is packed to a third, and what unfolds to too much is refused', async () => {
  const lines = Array.from({ length: 120 }, (_, index) => `a=rtpmap:${index} codec-${index % 9}/90000`)
  const description = { type: 'offer', sdp: lines.join('\r\n') }
  const text = await pack(description)
  expect(text.length).toBeLessThan(description.sdp.length / 3)
  expect(text).toMatch(/^[A-Za-z0-9+/]*={0,2}$/)
  expect(await unpack(text)).toEqual(description)
  await expect(unpack(await pack('0'.repeat(300_000)))).rejects.toThrow('Too long')
  await expect(unpack('AAAA')).rejects.toThrow()
})
