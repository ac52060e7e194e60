import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test('a device is called by its browser and system', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'
  expect(deviceName(chrome)).toBe('Chrome, Android')
  expect(deviceName(`${chrome} Edg/130.0`)).toBe('Edge, Android')
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1')).toBe(
    'Safari, iPhone',
  )
  expect(deviceName('curl/8')).toBeUndefined()
})
