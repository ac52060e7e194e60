/** Every analytics event. */
export const eventNames = [
  'open_burger',
  'close_burger',
  'click',
  'page_view',
  'login',
  'user_registration',
  'logout',
  'restore-password',
  'video_start',
  'video_progress',
  'video_complete',
  'video_speed',
  'like',
  'favourite',
  'banner_show',
  'banner_click',
  'announcement_show',
  'announcement_click',
  'begin_checkout',
  'in_app_purchase',
  'message_send',
  'task_send',
  'filter_change',
  'demo_course_add',
  'app_install',
] as const

export type EventName = (typeof eventNames)[number]

/** Event details: ids, counts and fixed words; never anything a person typed. */
export type EventDetails = Record<string, string | number>

/** Limits of one report of events. */
export const eventLimits = { events: 50, details: 20, characters: 500 } as const

const campaign = /^utm_(source|medium|campaign|term|content|id)$/

/**
 * An address safe for analytics: no fragment, and only campaign parameters in the query, so that no token, code,
 * referral or return address leaks.
 */
export function knownAddress(address: string): string {
  const { origin, pathname, searchParams } = new URL(address)
  const kept = [...searchParams].filter(([name]) => campaign.test(name))
  const query = new URLSearchParams(kept.map(([name, value]) => [name, value.slice(0, 100)]))
  return `${origin}${pathname}${kept.length ? `?${query}` : ''}`
}
