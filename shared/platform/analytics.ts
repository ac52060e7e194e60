/** Every event there is. Banners and purchases get theirs with their features. */
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
  'begin_checkout',
  'in_app_purchase',
  'message_send',
  'task_send',
  'filter_change',
  'demo_course_add',
] as const

export type EventName = (typeof eventNames)[number]

/** What is told of an event: ids, counts and words of ours; never what a person typed. */
export type EventDetails = Record<string, string | number>

/** The most that one report of events may carry. */
export const eventLimits = { events: 50, details: 20, characters: 500 } as const

const campaign = /^utm_(source|medium|campaign|term|content|id)$/

/**
 * An address as analytics may know it: of its query only where a campaign sent the visitor from, so neither token, code,
 * referral nor return address leaves. Without the fragment.
 */
export function knownAddress(address: string): string {
  const { origin, pathname, searchParams } = new URL(address)
  const kept = [...searchParams].filter(([name]) => campaign.test(name))
  const query = new URLSearchParams(kept.map(([name, value]) => [name, value.slice(0, 100)]))
  return `${origin}${pathname}${kept.length ? `?${query}` : ''}`
}
