/** What the bell lists. */
export const listedKinds = [
  'message',
  'verdict',
  'refund',
  'payment',
  'points',
  'article',
  'mention',
  'day',
  'announcement',
  'consultation',
] as const
export type ListedKind = (typeof listedKinds)[number]
export const isListedKind = (kind: string): kind is ListedKind => listedKinds.some(one => one === kind)

/** On one's devices, by e-mail, in the list alone, or by each way that it is sent by; it is in the list in any case. */
export const noticeWays = ['push', 'letter', 'list', 'all'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** By which way people hear of each kind who have chosen none. */
export const usualWays: Record<ListedKind, NoticeWay> = {
  message: 'push',
  verdict: 'push',
  refund: 'push',
  payment: 'list',
  points: 'list',
  article: 'list',
  mention: 'push',
  day: 'list',
  announcement: 'all',
  consultation: 'push',
}

/** What has letters of its own, whatever somebody chooses here. */
const lettered: readonly ListedKind[] = ['refund', 'payment', 'consultation']

/** The ways that there are for a kind. */
export const waysOf = (kind: ListedKind): NoticeWay[] =>
  noticeWays.filter(way => (way === 'all' ? kind === 'announcement' : way !== 'letter' || !lettered.includes(kind)))

/** How often somebody gets an e-mail of what they have not seen. */
export const digestPaces = ['off', 'daily', 'weekly'] as const
export type DigestPace = (typeof digestPaces)[number]

/** E-mails that somebody has chosen: those of a kind, or the digest. */
export type ChosenLetters = ListedKind | 'digest'
/** What a link in an e-mail ends. */
type Ended = 'reminder' | ChosenLetters

/** What a link's token says that it ends, and of whom or what; whether the school has issued it is for the server to say. */
export function endedByToken(token: string): { ended: Ended; id: number; signature: string } | undefined {
  const [, kind, id, signature = ''] = /^(?:([a-z_]+)-)?([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? []
  const ended = kind ?? 'reminder'
  if (kind !== undefined && kind !== 'digest' && !isListedKind(ended)) return undefined
  return id === undefined ? undefined : { ended: ended as Ended, id: Number(id), signature }
}
