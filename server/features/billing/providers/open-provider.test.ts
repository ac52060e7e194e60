import { expect, test } from 'vitest'
import { openProvider, providerKeys } from './open-provider.ts'
import { ProviderRefused } from './provider.ts'

const clock = Date.now

test('every key that must not be seen is marked', () => {
  const secrets = Object.entries(providerKeys).map(([kind, { properties }]) => [
    kind,
    Object.entries(properties).flatMap(([name, schema]) => ('writeOnly' in schema ? name : [])),
  ])
  expect(Object.fromEntries(secrets)).toEqual({
    sandbox: ['key', 'signingSecret'],
    stripe: ['secretKey', 'webhookSecret'],
    yookassa: ['secretKey'],
  })
})

test('keys that cannot be right are refused by name, without what they are', () => {
  const open = () => openProvider('sandbox', { key: 'secret word', signingSecret: 'x' }, { address: 'http://a', clock })
  expect(open).toThrow(ProviderRefused)
  expect(open).toThrow(/ at \/key$/)
  const keys = { key: 'long-enough', signingSecret: 'long-enough' }
  expect(() => openProvider('sandbox', keys, { clock })).toThrow('The sandbox is off')
})
