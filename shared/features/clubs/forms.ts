import type { CommunityWire, UserCommunityWire } from './contract.ts'
import type { ClubType } from './rules.ts'

/** A club as the app knows it. */
export type Club = {
  id: number
  uniq: string
  title: string
  type: ClubType
  courseIds: number[]
  chatOnly: boolean
  slug: string
  faqUrl: string | null
  customUrl: string | null
  telegramChatUrl: string | null
  haveSubscriptionLandingUrl: string | null
  noHaveSubscriptionLandingUrl: string | null
  /** Times in ms. */
  userCommunity: { communityId: number; startDate: number; endDate: number | null; isOptionalPurchase: boolean } | null
}

/** The clubs of a school with what ties the person to each. */
export function clubsFromWire(clubs: readonly CommunityWire[], own: readonly UserCommunityWire[]): Club[] {
  const membershipOf = new Map(own.map(one => [one.community_id, one]))
  return clubs.map(club => {
    const membership = membershipOf.get(club.id)
    return {
      id: club.id,
      uniq: club.uniq,
      title: club.title,
      type: club.type,
      courseIds: club.course_ids,
      chatOnly: club.chat_only,
      slug: club.slug,
      faqUrl: club.faq_url,
      customUrl: club.custom_url,
      telegramChatUrl: club.telegram_chat_url,
      haveSubscriptionLandingUrl: club.have_subscription_landing_url,
      noHaveSubscriptionLandingUrl: club.no_have_subscription_landing_url,
      userCommunity: membership
        ? {
            communityId: club.id,
            startDate: membership.start_date * 1000,
            endDate: membership.end_date === null ? null : membership.end_date * 1000,
            isOptionalPurchase: membership.is_optional_purchase,
          }
        : null,
    }
  })
}
