import { expect, test } from 'vitest'
import type { ClubFieldsWire } from '#shared/features/clubs/contract.ts'
import { clubFaults, fieldsFromDraft, slugFrom } from './club-draft.ts'

const clubTerms: ClubFieldsWire = {
  titles: { en: 'Evening club' },
  slug: 'evening-club',
  chat_only: false,
  is_hidden: false,
  course_ids: [],
  service_ids: [],
  faq_url: null,
  custom_url: null,
  telegram_chat_url: null,
  have_subscription_landing_url: null,
  no_have_subscription_landing_url: null,
}

test('a club’s name in addresses is made of its title in any language', () => {
  expect(slugFrom({ en: ' Evening Club, 2026! ' })).toBe('evening-club-2026')
  expect(slugFrom({ ru: 'Вечерний чай с Ёжиком' })).toBe('vecherniy-chay-s-ezhikom')
  expect(slugFrom({ es: 'Año de música' })).toBe('ano-de-musica')
  expect(slugFrom({ en: '茶' })).toBe('')
  expect(slugFrom({ en: `${'a'.repeat(59)} b` })).toBe('a'.repeat(59))
})

test('faults stand at their fields, and an empty address is none', () => {
  expect(clubFaults({ ...clubTerms, faq_url: ' ' })).toBeUndefined()
  expect(fieldsFromDraft({ ...clubTerms, faq_url: ' ', custom_url: ' https://a.b/c ' })).toMatchObject({
    faq_url: null,
    custom_url: 'https://a.b/c',
  })
  expect(clubFaults({ ...clubTerms, titles: { en: ' ' }, slug: 'A b', faq_url: 'javascript:alert(1)' })).toEqual({
    titles: 'untitled',
    slug: 'slug',
    faq_url: 'address',
  })
  for (const wrong of ['club.example', 'https://a b', 'ftp://a.b'])
    expect(clubFaults({ ...clubTerms, custom_url: wrong })).toEqual({ custom_url: 'address' })
})
