import type { ChatMessage } from '#shared/features/chat/forms.ts'

/** A message as a conversation shows it to its reader, whoever talks there. */
export type Message = Omit<ChatMessage, 'side' | 'expert'> & {
  /** By the reader or their colleagues: it is on the right, and never unread. */
  isOurs: boolean
  /** By the reader. */
  isOwn: boolean
  /** Named at the message; undefined where everybody knows who it is. */
  author: { name: string; picture: string | undefined } | undefined
  /** Of people whom it mentions. */
  names?: readonly string[] | undefined
  /** What it answers. */
  replyTo?: { number: number; name: string; text: string; absent?: Message['absent'] } | undefined
  /** What is said in place of a message that nobody may see any more. */
  absent?: 'hidden' | 'erased' | undefined
}
