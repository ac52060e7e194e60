/** What the bell lists. */
export const listedKinds = ['message', 'verdict', 'refund', 'payment', 'points', 'article', 'consultation'] as const
export type ListedKind = (typeof listedKinds)[number]

/** On one's devices, by e-mail, or in the list alone; it is in the list in any case. */
export const noticeWays = ['push', 'letter', 'list'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** By which way people hear of each kind who have chosen none. */
export const usualWays: Record<ListedKind, NoticeWay> = {
  message: 'push',
  verdict: 'push',
  refund: 'push',
  payment: 'list',
  points: 'list',
  article: 'list',
  consultation: 'push',
}

/** What has letters of its own, whatever somebody chooses here. */
const lettered: readonly ListedKind[] = ['refund', 'payment', 'consultation']

/** The ways that there are for a kind. */
export const waysOf = (kind: ListedKind): NoticeWay[] =>
  noticeWays.filter(way => way !== 'letter' || !lettered.includes(kind))
