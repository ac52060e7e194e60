export const clubTypes = ['owned', 'recommended', 'expired', 'hidden'] as const
export type ClubType = (typeof clubTypes)[number]

/** What ties a person to a club; times in Unix seconds, `endDate` is the last second, null without an end. */
export type Membership = {
  startDate: number
  endDate: number | null
  /** It comes with a subscription, and lasts as long as that. */
  isOptionalPurchase: boolean
  /** Whether a subscription that is open now includes it. */
  isIncluded: boolean
}

/**
 * What a club is to a person at `now` (Unix seconds): it is theirs while a subscription with it is open, or from the start to the end of
 * what they bought, both included; before that it is not shown. Who has never had it is shown the clubs of their own courses.
 */
export function clubType(membership: Membership | undefined, sharesCourse: boolean, now: number): ClubType {
  if (!membership) return sharesCourse ? 'recommended' : 'hidden'
  const { startDate, endDate, isOptionalPurchase, isIncluded } = membership
  if (isIncluded) return 'owned'
  if (isOptionalPurchase) return 'expired'
  if (now < startDate) return 'hidden'
  return endDate === null || now <= endDate ? 'owned' : 'expired'
}

const clubActions = ['aboutClub', 'chat', 'faq', 'menu', 'view_all'] as const
export type ClubAction = (typeof clubActions)[number]

/** An address of a club with the marks by which its site knows where a visitor comes from; other parameters stay. */
export function clubLink(address: string, action: ClubAction): string {
  const url = new URL(address)
  url.searchParams.set('utm_source', 'lk')
  url.searchParams.set('utm_medium', 'club')
  url.searchParams.set('utm_campaign', action)
  return url.href
}

type Addresses = {
  type: ClubType
  slug: string
  faqUrl: string | null
  customUrl: string | null
  telegramChatUrl: string | null
  haveSubscriptionLandingUrl: string | null
  noHaveSubscriptionLandingUrl: string | null
}
type BrandAddresses = { host: string | null; about: string | null; faq: string | null }

/** Where a club's actions lead; undefined where a club or its brand has no address for one, or it is for members alone. */
export function clubLinks(club: Addresses, brand: BrandAddresses): Partial<Record<ClubAction, string>> {
  const isOwned = club.type === 'owned'
  const own =
    club.customUrl ?? (brand.host && new URL(encodeURIComponent(club.slug), `${brand.host.replace(/\/$/, '')}/`).href)
  const landing = isOwned ? club.haveSubscriptionLandingUrl : club.noHaveSubscriptionLandingUrl
  const found: Record<ClubAction, string | null> = {
    aboutClub: landing ?? absolute(brand.about),
    chat: isOwned ? club.telegramChatUrl : null,
    faq: isOwned ? (club.faqUrl ?? absolute(brand.faq)) : null,
    menu: isOwned ? (own ?? club.telegramChatUrl) : null,
    view_all: isOwned ? own : null,
  }
  const links: Partial<Record<ClubAction, string>> = {}
  for (const action of clubActions) {
    const address = found[action]
    if (address) links[action] = clubLink(address, action)
  }
  return links
}

/** A path of the school's own site is no address of a club. */
const absolute = (address: string | null) => (address?.startsWith('/') ? null : address)
