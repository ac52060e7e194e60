import type { Message } from './message.ts'

/** A gapless run of a chat's messages, by number; messages that arrive early wait in `ahead` until the gap is filled. */
export type KnownMessages = { messages: readonly Message[]; ahead: readonly Message[]; hasOlder: boolean }

export const noMessages: KnownMessages = { messages: [], ahead: [], hasOlder: false }

/** Where a message comes from: an event is current, a page may be slightly older. */
export type Origin = 'page' | 'event'

const byNumber = (one: Message, other: Message) => one.number - other.number

/** The later of two versions of a message; once seen or rated it stays so. */
function laterOf(known: Message, told: Message, origin: Origin): Message {
  const isNewer = told.updatedAt > known.updatedAt || (told.updatedAt === known.updatedAt && origin === 'event')
  const later = isNewer ? told : known
  const isViewed = known.isViewed || told.isViewed
  const rating = later.rating ?? known.rating ?? told.rating
  const files = later.files.map(file => moreDone(file, isNewer ? known : told))
  return { ...later, isViewed, rating, files }
}

/** A file's conversion only moves forward, whichever version of its message is later. */
function moreDone(file: Message['files'][number], other: Message) {
  const twin = other.files.find(one => one.id === file.id)
  const isFinal = (status: string) => status === 'DONE' || status === 'FAIL'
  return twin && isFinal(twin.status) && !isFinal(file.status) ? twin : file
}

/**
 * Adds messages of the same chat, in any order and any number of times. The result has each message once, by number,
 * without gaps.
 */
export function withMessages(known: KnownMessages, told: readonly Message[], origin: Origin): KnownMessages {
  const all = new Map<number, Message>()
  for (const message of [...known.messages, ...known.ahead]) all.set(message.number, message)
  for (const message of told) {
    const before = all.get(message.number)
    all.set(message.number, before ? laterOf(before, message, origin) : message)
  }
  const sorted = [...all.values()].sort(byNumber)
  const start = known.messages[0]?.number ?? firstOfLastRun(sorted, told, origin)
  if (start === undefined) return { ...known, ahead: sorted }
  return splitAt(sorted, lowestJoined(sorted, start), known.hasOlder)
}

/**
 * With nothing known yet, start from a page. An event alone says nothing about earlier messages, unless it is the
 * first.
 */
function firstOfLastRun(sorted: readonly Message[], told: readonly Message[], origin: Origin) {
  if (sorted[0]?.number === 1) return 1
  if (origin === 'event' || told.length === 0) return undefined
  return lowestJoined(sorted, Math.max(...told.map(message => message.number)))
}

function lowestJoined(sorted: readonly Message[], start: number): number {
  const numbers = new Set(sorted.map(message => message.number))
  let lowest = start
  while (numbers.has(lowest - 1)) lowest -= 1
  return lowest
}

function splitAt(sorted: readonly Message[], start: number, hadOlder: boolean): KnownMessages {
  const from = sorted.findIndex(message => message.number === start)
  let to = from + 1
  while (to < sorted.length && sorted[to]?.number === (sorted[to - 1]?.number ?? 0) + 1) to += 1
  return { messages: sorted.slice(from, to), ahead: sorted.slice(to), hasOlder: start > 1 && hadOlder }
}

/** A larger gap is not filled: the known messages are dropped for the newest page. */
const longestGap = 300

/** Adds the newest page. */
export function withLatest(known: KnownMessages, page: readonly Message[]): KnownMessages {
  const lowest = Math.min(...page.map(message => message.number))
  const isFar = lowest > lastNumber(known) + longestGap
  const joined = withMessages(isFar ? noMessages : known, page, 'page')
  const isSame = joined.messages[0]?.number === known.messages[0]?.number
  return isSame ? joined : { ...joined, hasOlder: (joined.messages[0]?.number ?? 1) > 1 }
}

/** The last number of the unbroken run; 0 when nothing is known. */
export function lastNumber(known: KnownMessages): number {
  return known.messages.at(-1)?.number ?? 0
}

/** Whether messages between are missing and must be read. */
export function hasGap(known: KnownMessages): boolean {
  return known.ahead.length > 0
}

/** Marks as seen up to a number: by us what others wrote, by the others what we did. Returns the same object when nothing changes. */
export function withViewed(known: KnownMessages, by: 'us' | 'others', upTo: number): KnownMessages {
  const isNews = (message: Message) => !message.isViewed && message.isOurs !== (by === 'us') && message.number <= upTo
  if (![...known.messages, ...known.ahead].some(isNews)) return known
  const seen = (message: Message) => (isNews(message) ? { ...message, isViewed: true } : message)
  return { ...known, messages: known.messages.map(seen), ahead: known.ahead.map(seen) }
}
