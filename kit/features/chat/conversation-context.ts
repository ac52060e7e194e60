import { createContext, useContext } from 'react'
import type { ChatMessage, ChatSide, MessageHomework } from '#shared/features/chat/forms.ts'

/** What the rows of a conversation need; the same object for as long as it is open. */
export interface ConversationActions {
  side: ChatSide
  timeZone: string
  homeworkHref: ((homework: MessageHomework) => string | undefined) | undefined
  edit: (message: ChatMessage) => void
  retry: (key: string) => void
  discard: (key: string) => void
  /** Shows the file, wherever in the conversation it is, and plays it from a moment, in ms. */
  showMoment: (fileId: number, at: number) => void
}

export const ConversationContext = createContext<ConversationActions | null>(null)

/** The conversation that a row belongs to. */
export function useConversation(): ConversationActions {
  const actions = useContext(ConversationContext)
  if (!actions) throw new Error('A message needs a Conversation above it')
  return actions
}
