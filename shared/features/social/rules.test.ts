import { expect, test } from 'vitest'
import { socialAddress, socialNames, socialPlatformOf } from './rules.ts'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'ios'],
  ['Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 1, 'android'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, 'android'],
  ['', 0, 'android'],
] as const)('%s with %i touch points is shown the order of %s [ACC-30]', (userAgent, touchPoints, platform) => {
  expect(socialPlatformOf(userAgent, touchPoints)).toBe(platform)
})

test('an address names its application, whatever it is called [ACC-31]', () => {
  expect(socialAddress('google', 'login', 'kurso')).toBe('/spa/social/google/login?appId=kurso')
  expect(socialAddress('apple', 'link', 'a&b')).toBe('/spa/social/apple/link?appId=a%26b')
})

test('a network is called what it calls itself, and not what we call it', () => {
  expect(socialNames).toEqual({ google: 'Google', vkontakte: 'VK', facebook: 'Facebook', apple: 'Apple' })
})
