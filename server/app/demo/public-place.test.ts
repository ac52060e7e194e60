import { expect, test } from 'vitest'
import { publicPlace } from './public-place.ts'

const at = (host: string, publicUrl = `http://${host.includes(':') ? `[${host}]` : host}:4000`, own = ['127.0.0.1']) =>
  publicPlace({ host, publicUrl }, own)

test.each([
  '127.0.0.1',
  'localhost',
  '::1',
  '192.168.1.20',
  '10.0.0.5',
  'fd00::1',
  'kurso.localhost',
  'box.local',
  'kurso',
])('only this machine and its networks reach %s', host => expect(at(host)).toBeUndefined())

test.each(['93.184.216.34', '2606:2800:220:1::1', 'school.example.com'])('anybody reaches %s', host =>
  expect(at(host)).toBe(host),
)

test('what counts on every network is which addresses the machine has, and always where learners open the school', () => {
  expect(at('0.0.0.0', 'http://0.0.0.0:4000', ['127.0.0.1', '172.17.0.2', 'fe80::1'])).toBeUndefined()
  expect(at('0.0.0.0', 'http://0.0.0.0:4000', ['127.0.0.1', '93.184.216.34'])).toBe('93.184.216.34')
  expect(at('127.0.0.1', 'https://school.example.com')).toBe('school.example.com')
})
