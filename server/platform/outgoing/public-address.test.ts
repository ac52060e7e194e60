import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each([
  '0.0.0.0',
  '10.255.255.255',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.0.3',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
  '127.1',
])('%s is not public [SEC-05]', address => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '172.15.0.1',
  '100.128.0.1',
  '11.0.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
])('%s is public [SEC-05]', address => {
  expect(isPublicAddress(address)).toBe(true)
})
