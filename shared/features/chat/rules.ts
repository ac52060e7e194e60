import { isDemoOnly, type StreamStatus, statusRank } from '#shared/features/streams/rules.ts'

type ClosedReason = 'expired' | 'demo' | 'stream'

type WritingTerms = {
  isDemo: boolean
  courseFullAccess: boolean
  isDemoUserMessageEnabled: boolean
  /** Unix seconds; null without an agreed date. */
  messageExpiresAt: number | null
  streamStatus: StreamStatus
}

/**
 * Why the learner may not write at `now` (ms); undefined when they may. An agreed date decides alone; without one, writing
 * ends with the access to the stream. A demo course may be read-only.
 */
export function closedReason(terms: WritingTerms, now: number): ClosedReason | undefined {
  if (isDemoOnly(terms) && !terms.isDemoUserMessageEnabled) return 'demo'
  if (terms.messageExpiresAt !== null) return now >= terms.messageExpiresAt * 1000 ? 'expired' : undefined
  return terms.streamStatus === 'ended' || terms.streamStatus === 'stopped' ? 'stream' : undefined
}

/**
 * What is left, in ms, of the `delay` (ms) between two messages of a learner who last wrote at `lastWroteAt` (ms). A message
 * further in the future was written before the clock was set back, and holds nobody up.
 */
export function delayLeft(lastWroteAt: number | undefined, delay: number, now: number): number {
  if (lastWroteAt === undefined || lastWroteAt > now + delay) return 0
  return Math.min(delay, Math.max(0, lastWroteAt + delay - now))
}

/** A text as it is stored: trimmed. */
export function keptText(text: string | undefined): string {
  return text?.trim() ?? ''
}

/** Whether there is nothing to send: neither text nor file. */
export function isMessageEmpty(text: string | undefined, filesCount: number): boolean {
  return keptText(text) === '' && filesCount === 0
}

type Ordered = { id: number; streamStatus: StreamStatus; lastMessageAt: number | undefined }

/** Sorts chats by their stream: open, not started, frozen, stopped, ended; then the latest message first. */
export function compareChats(a: Ordered, b: Ordered): number {
  const byStatus = statusRank[a.streamStatus] - statusRank[b.streamStatus]
  return byStatus || (b.lastMessageAt ?? 0) - (a.lastMessageAt ?? 0) || b.id - a.id
}

/** The longest text of a message, a note or a saved phrase, in characters. */
export const longestText = 5000
/** The most files of one message, submission or verdict. */
export const mostFiles = 10
