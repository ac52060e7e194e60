import { createContext, useContext, useEffect, useMemo, useRef } from 'react'
import type { ChatMessage, ChatSide, MessageHomework } from '#shared/features/chat/forms.ts'
import type { Sending } from './sending.ts'

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

type Place = Partial<Pick<ConversationActions, 'homeworkHref'>> &
  Pick<ConversationActions, 'side' | 'timeZone'> & { sending: Sending }

/** Actions of the rows; stable, but they always use the newest state. */
export function useActions(
  { side, timeZone, homeworkHref, sending }: Place,
  edit: ConversationActions['edit'],
  showMoment: ConversationActions['showMoment'],
): ConversationActions {
  const now = useRef({ sending, showMoment })
  useEffect(() => {
    now.current = { sending, showMoment }
  })
  return useMemo(
    () => ({
      side,
      timeZone,
      homeworkHref,
      edit,
      retry: key => void now.current.sending.retry(key),
      discard: key => void now.current.sending.discard(key),
      showMoment: (fileId, at) => now.current.showMoment(fileId, at),
    }),
    [side, timeZone, homeworkHref, edit],
  )
}
