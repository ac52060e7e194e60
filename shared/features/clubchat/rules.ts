/** The most people that one message names. */
export const mostMentions = 20
/** The longest reason of a report, in characters. */
export const longestReason = 500
/** An unread count stops here. */
export const mostUnread = 100

/** How many messages a person may write in a club within a minute. */
export const mostPerMinute = 20

type Writing = {
  isMember: boolean
  isStaff: boolean
  /** Until when they are muted, in Unix seconds. */
  mutedUntil: number | null
}

/** Whether a person may read a club's chat: its members, and staff of the school. */
export const mayRead = ({ isMember, isStaff }: Pick<Writing, 'isMember' | 'isStaff'>): boolean => isMember || isStaff

/** Why a person may not write in a club's chat at `now` (Unix seconds); undefined when they may. */
export function writingRefusal(person: Writing, now: number): 'not_a_member' | 'muted' | undefined {
  if (!mayRead(person)) return 'not_a_member'
  return isMuted(person.mutedUntil, now) ? 'muted' : undefined
}

/** Whether somebody who is muted until `mutedUntil` still is at `now`; both in Unix seconds. */
export const isMuted = (mutedUntil: number | null, now: number): boolean => mutedUntil !== null && now < mutedUntil
