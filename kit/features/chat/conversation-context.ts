import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import type { MessageHomework } from '#shared/features/chat/forms.ts'
import type { Message } from './message.ts'
import type { PendingMessage } from './messages/rows.ts'
import type { Sending } from './sending.ts'

/** What the rows of a conversation need; the same object for as long as it is open. */
export interface ConversationActions {
  timeZone: string
  homeworkHref: ((homework: MessageHomework) => string | undefined) | undefined
  /** Beside copying a message, such as answering it. */
  tools: ((message: Message) => ReactNode) | undefined
  /** Undefined where nothing can be changed. */
  edit: ((message: Message) => void) | undefined
  retry: (key: string) => void
  discard: (key: string) => void
  /** Puts a message that waits back into the field for writing; undefined where nothing can be written. */
  takeBack: ((pending: PendingMessage) => void) | undefined
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

type Place = Partial<Pick<ConversationActions, 'homeworkHref' | 'tools'>> &
  Pick<ConversationActions, 'timeZone'> & { sending: Sending }

type Own = Pick<ConversationActions, 'edit' | 'takeBack' | 'showMoment'>

/** Actions of the rows; stable, but they always use the newest state. */
export function useActions(
  { timeZone, homeworkHref, tools, sending }: Place,
  { edit, takeBack, showMoment }: Own,
): ConversationActions {
  const now = useRef({ sending, takeBack, showMoment })
  useEffect(() => {
    now.current = { sending, takeBack, showMoment }
  })
  const canTakeBack = takeBack !== undefined
  return useMemo(
    () => ({
      timeZone,
      homeworkHref,
      tools,
      edit,
      retry: key => void now.current.sending.retry(key),
      discard: key => void now.current.sending.discard(key),
      takeBack: canTakeBack ? pending => now.current.takeBack?.(pending) : undefined,
      showMoment: (fileId, at) => now.current.showMoment(fileId, at),
    }),
    [timeZone, homeworkHref, tools, edit, canTakeBack],
  )
}
