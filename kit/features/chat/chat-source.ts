import type { QueryClient } from '@tanstack/react-query'
import type { Listening, RoomKind, RoomPlace } from '#kit/live/listen.ts'
import type { Message } from './message.ts'

/** How many messages are read at once, and how many of a gap. */
export const pageSize = 30
export const gapSize = 100

/** What every message has on the wire. */
export type Stored = { id: number; number: number }

/** What a conversation does with the live events of its room. */
export type Hearing<Wire> = {
  /** A message is new, or has changed. */
  message: (wire: Wire) => void
  /** Messages up to a number were seen: ours by the others, or by us those of the others. */
  viewed: (by: 'us' | 'others', upTo: number) => void
  unread: (count: number) => void
  /** Too much was missed: all has to be read again. */
  reset: () => void
}

/** Where the messages of a conversation come from and go to; the same object for as long as it is open. */
export interface ChatSource<Wire extends Stored> {
  /** Its name among the drafts of this device, such as `chat 7`. */
  name: string
  /** Its lane in the outbox; every write there is a message. */
  lane: string
  /** Where its known messages lie in the cache, and its newest page, which is kept on the device. */
  knownKey: readonly unknown[]
  latestKey: readonly unknown[]
  readLatest: (client: QueryClient) => Promise<Wire[]>
  /** The first ones after a number. */
  readAfter: (number: number) => Promise<Wire[]>
  /** The last ones before a number, and whether there are any before them. */
  readBefore: (number: number, count: number) => Promise<{ data: Wire[]; hasOlder: boolean }>
  messageOf: (wire: Wire) => Message
  /**
   * Resolves once the message is stored on this device; it is sent in the background with its uploads, `gap` ms after the one
   * before it at the earliest.
   */
  post: (text: string, uploads: readonly string[], gap: number) => Promise<void>
  /** Whether voices can be recorded here. */
  takesVoice?: boolean
  /** Tells of each message of this device that the server has stored. Returns the way to stop. */
  onSent: (hear: (wire: Wire) => void) => () => void
  /** The room whose events change the conversation, and what each of them does. */
  room: { kind: RoomKind; id: RoomPlace<RoomKind>['id']; listening: (hearing: Hearing<Wire>) => Listening<RoomKind> }
  /** Says that all up to a message was seen; how many were not is answered, undefined when that is not known yet. */
  markSeen: (message: Message) => Promise<number | undefined>
  /** Changes an own message; without it nothing can be changed. */
  edit?: (message: Message, text: string) => Promise<Wire>
  /** The refusals after which the words of a message go back into the field for writing, and what is done then. */
  givesBack?: { codes: readonly string[]; then: () => void }
}
