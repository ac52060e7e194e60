import { type LocalDate, localDate } from '#shared/platform/times.ts'
import type { Message } from '../message.ts'

/**
 * Where an own message is: on this device until there is a network, under way, refused by the server, stored by it, seen by
 * the other side.
 */
export type MessageState = 'waiting' | 'sending' | 'failed' | 'delivered' | 'read'

/** A message that the server has not acknowledged; `key` is its Idempotency-Key. */
export type PendingMessage = {
  key: string
  text: string
  /** The uploads of this device that go with it. */
  uploads: readonly string[]
  /** When it was written, in ms. */
  at: number
  state: 'waiting' | 'sending' | 'failed'
  /** Why the server refused it, in the reader's language. */
  reason?: string
  /** When it goes out, in ms, where it waits for its turn and not for a network. */
  goesAt?: number | undefined
  /** The server cannot have it yet: it can be taken back. */
  isHere?: boolean
}

/** A line of the conversation. `position` counts all messages of the chat on from 1, those that wait after the last. */
export type Row = {
  key: string
  position: number
  at: number
  startsDay: LocalDate | undefined
  isFirstUnread: boolean
} & (
  | { type: 'message'; message: Message; state: MessageState | undefined; isGrouped: boolean }
  | { type: 'pending'; pending: PendingMessage; state: MessageState; isGrouped: boolean }
)

type Reader = { timeZone: string; firstUnread?: number | undefined }

/** Messages of one person within this time are grouped, in ms. */
const together = 300_000

/** Stays the same when a message of this device goes from waiting to stored, so that its line stays in place. */
function keyOf(message: Message): string {
  return message.clientKey ? `k${message.clientKey}` : `m${message.id}`
}

function isGrouped(message: Message, before: Message | undefined): boolean {
  return (
    before !== undefined &&
    before.isOurs === message.isOurs &&
    before.authorId === message.authorId &&
    before.kind === 'message' &&
    before.absent === message.absent &&
    message.kind === 'message' &&
    message.createdAt - before.createdAt < together
  )
}

/** How much of a message another one quotes. */
const quoted = 200

/** A message that quotes another as that is by now, where it is among `messages`, whose numbers have no gaps. */
function withQuote(message: Message, messages: readonly Message[]): Message {
  const { replyTo } = message
  const answered = replyTo && messages[replyTo.number - (messages[0]?.number ?? 0)]
  if (!answered) return message
  const { absent, text } = answered
  return { ...message, replyTo: { ...replyTo, absent, text: absent ? '' : text.slice(0, quoted) } }
}

/**
 * The conversation in order, each message once: what the server has, then what waits and is not among it. Days are
 * the reader's own.
 */
export function rowsOf(messages: readonly Message[], pending: readonly PendingMessage[], reader: Reader): Row[] {
  let day: LocalDate | undefined
  const startsDay = (at: number) => {
    const own = dayOf(at, reader.timeZone)
    if (own === day) return undefined
    day = own
    return own
  }
  const rows: Row[] = messages.map((message, index) => {
    const newDay = startsDay(message.createdAt)
    return {
      type: 'message',
      key: keyOf(message),
      position: message.number,
      at: message.createdAt,
      startsDay: newDay,
      isFirstUnread: message.number === reader.firstUnread,
      message: withQuote(message, messages),
      state: message.isOwn ? (message.isViewed ? 'read' : 'delivered') : undefined,
      isGrouped: newDay === undefined && isGrouped(message, messages[index - 1]),
    }
  })
  return [...rows, ...waitingRows(messages, pending, startsDay)]
}

function waitingRows(
  messages: readonly Message[],
  pending: readonly PendingMessage[],
  startsDay: (at: number) => LocalDate | undefined,
): Row[] {
  const stored = new Set(messages.map(message => message.clientKey))
  const last = messages.at(-1)?.number ?? 0
  return pending
    .filter(one => !stored.has(one.key))
    .map((one, index) => ({
      type: 'pending',
      key: `k${one.key}`,
      position: last + 1 + index,
      at: one.at,
      startsDay: startsDay(one.at),
      isFirstUnread: false,
      pending: one,
      state: one.state,
      isGrouped: index > 0,
    }))
}

const days = new Map<string, LocalDate>()

/** `localDate`, remembered by the hour: every zone's day begins on a quarter of an hour. */
function dayOf(at: number, timeZone: string): LocalDate {
  const quarter = Math.floor(at / 900_000)
  const key = `${timeZone} ${quarter}`
  const known = days.get(key)
  if (known) return known
  const date = localDate(at, timeZone)
  days.set(key, date)
  return date
}

/** Whether others wrote it and the reader has not seen it. */
export const isUnseen = ({ isOurs, isViewed }: Message): boolean => !isOurs && !isViewed

/** The number of the first message of others that was not seen, if all unseen ones are among these. */
export function firstUnreadOf(messages: readonly Message[]): number | undefined {
  const first = messages.find(isUnseen)
  const isWhole = first !== undefined && (first.number > (messages[0]?.number ?? 0) || first.number === 1)
  return isWhole ? first.number : undefined
}
