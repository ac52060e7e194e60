import { expect, test } from 'vitest'
import { messengersOf } from './MessengerButton.tsx'

test('each messaging service is offered when its link is configured [SHL-07]', () => {
  const both = { whatsAppNumber: '+7 921 123-45-67', telegramName: 'school' }
  expect(messengersOf(both)).toEqual([
    { name: 'whatsapp', address: 'https://wa.me/79211234567' },
    { name: 'telegram', address: 'https://t.me/school' },
  ])
  expect(messengersOf({ ...both, whatsAppNumber: null }).map(({ name }) => name)).toEqual(['telegram'])
  expect(messengersOf({ ...both, telegramName: null }).map(({ name }) => name)).toEqual(['whatsapp'])
  expect(messengersOf({ whatsAppNumber: null, telegramName: null })).toEqual([])
})
