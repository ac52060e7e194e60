import { messengerPhone } from '#shared/features/accounts/phone.ts'

export type Messenger = { name: 'whatsapp' | 'telegram'; address: string }

/** Where a school can be written to, of the two messaging services, in this order; those that it has configured. */
export function messengersOf(school: { whatsAppNumber: string | null; telegramName: string | null }): Messenger[] {
  const { whatsAppNumber, telegramName } = school
  const number = messengerPhone(whatsAppNumber ?? '').replace('+', '')
  return [
    ...(number ? [{ name: 'whatsapp' as const, address: `https://wa.me/${number}` }] : []),
    ...(telegramName ? [{ name: 'telegram' as const, address: `https://t.me/${telegramName}` }] : []),
  ]
}
