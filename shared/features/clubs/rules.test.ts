import { expect, test } from 'vitest'
import { clubsFromWire } from './forms.ts'
import { clubLink, clubLinks, clubType, type Membership } from './rules.ts'

const bought = (fields: Partial<Membership> = {}): Membership => ({
  startDate: 100,
  endDate: 200,
  isOptionalPurchase: false,
  isIncluded: false,
  ...fields,
})

test('a club is recommended to learners of its courses who never had it, and hidden from others [CLB-03]', () => {
  expect(clubType(undefined, true, 150)).toBe('recommended')
  expect(clubType(undefined, false, 150)).toBe('hidden')
})

test('a club that comes with a subscription is owned while one includes it, then expired, whatever the dates [CLB-03]', () => {
  for (const now of [50, 150, 250]) {
    expect(clubType(bought({ isOptionalPurchase: true, isIncluded: true }), false, now)).toBe('owned')
    expect(clubType(bought({ isOptionalPurchase: true }), true, now)).toBe('expired')
  }
})

test('another club is hidden before its start, owned from the start to the end inclusive, and expired after it [CLB-03]', () => {
  const at = (now: number, fields: Partial<Membership> = {}) => clubType(bought(fields), true, now)
  expect([99, 100, 200, 201].map(now => at(now))).toEqual(['hidden', 'owned', 'owned', 'expired'])
  expect(at(1e9, { endDate: null })).toBe('owned')
  expect(at(201, { isIncluded: true }), 'also by a subscription').toBe('owned')
})

test('links of a club carry its marks and keep their own parameters [CLB-04]', () => {
  expect(clubLink('https://club.example/a?page=2&utm_source=x#top', 'chat')).toBe(
    'https://club.example/a?page=2&utm_source=lk&utm_medium=club&utm_campaign=chat#top',
  )
})

const addresses = {
  slug: 'evening club',
  faqUrl: null,
  customUrl: null,
  telegramChatUrl: 'https://t.example/evening',
  haveSubscriptionLandingUrl: 'https://club.example/welcome',
  noHaveSubscriptionLandingUrl: 'https://club.example/join',
}
const brand = { host: 'https://club.example/', about: 'https://club.example/about', faq: 'https://club.example/faq' }
const paths = (links: ReturnType<typeof clubLinks>) =>
  Object.fromEntries(
    Object.entries(links).map(([action, address]) => {
      const { origin, pathname, searchParams } = new URL(address)
      return [action, [origin + pathname, searchParams.get('utm_campaign')]]
    }),
  )

test('members are led to the club, its chat and its questions, others to what tells of it [CLB-03, CLB-04]', () => {
  expect(paths(clubLinks({ ...addresses, type: 'owned' }, brand))).toEqual({
    aboutClub: ['https://club.example/welcome', 'aboutClub'],
    chat: ['https://t.example/evening', 'chat'],
    faq: ['https://club.example/faq', 'faq'],
    menu: ['https://club.example/evening%20club', 'menu'],
    view_all: ['https://club.example/evening%20club', 'view_all'],
  })
  for (const type of ['recommended', 'expired'] as const)
    expect(paths(clubLinks({ ...addresses, type }, brand))).toEqual({
      aboutClub: ['https://club.example/join', 'aboutClub'],
    })
})

test('the addresses of a club go before those of its brand; without any there is no link [CLB-04]', () => {
  const own = {
    ...addresses,
    type: 'owned' as const,
    customUrl: 'https://own.example/',
    faqUrl: 'https://own.example/faq',
  }
  expect(paths(clubLinks(own, brand))).toMatchObject({
    menu: ['https://own.example/', 'menu'],
    faq: ['https://own.example/faq', 'faq'],
  })
  const none = { ...addresses, telegramChatUrl: null, haveSubscriptionLandingUrl: null, type: 'owned' as const }
  expect(clubLinks(none, { host: null, about: '/about', faq: null })).toEqual({})
  expect(
    paths(clubLinks({ ...none, telegramChatUrl: 'https://t.example/a' }, { host: null, about: null, faq: null })),
  ).toEqual({
    chat: ['https://t.example/a', 'chat'],
    menu: ['https://t.example/a', 'menu'],
  })
})

test('a club on the client has its fields, and the membership in ms [CLB-01]', () => {
  const wire = {
    id: 3,
    uniq: 'u-3',
    title: 'Evening',
    type: 'owned' as const,
    course_ids: [7],
    chat_only: true,
    slug: 'evening',
    faq_url: 'f',
    custom_url: 'c',
    telegram_chat_url: 't',
    have_subscription_landing_url: 'h',
    no_have_subscription_landing_url: 'n',
  }
  const own = { community_id: 3, start_date: 10, end_date: 20, is_optional_purchase: true }
  const club = {
    id: 3,
    uniq: 'u-3',
    title: 'Evening',
    type: 'owned',
    courseIds: [7],
    chatOnly: true,
    slug: 'evening',
    faqUrl: 'f',
    customUrl: 'c',
    telegramChatUrl: 't',
    haveSubscriptionLandingUrl: 'h',
    noHaveSubscriptionLandingUrl: 'n',
  }
  const userCommunity = { communityId: 3, startDate: 10_000, endDate: 20_000, isOptionalPurchase: true }
  expect(clubsFromWire([wire, { ...wire, id: 4 }], [own])).toEqual([
    { ...club, userCommunity },
    { ...club, id: 4, userCommunity: null },
  ])
  expect(clubsFromWire([wire], [{ ...own, end_date: null }])[0]?.userCommunity?.endDate).toBeNull()
})
