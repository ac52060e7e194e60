import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { joinRoom } from '#kit/live/live.ts'
import type { ChatSide } from '#shared/features/chat/forms.ts'
import { changeMessages, refreshMessages, takeMessage } from './conversation-data.ts'
import { withViewed } from './known-messages.ts'

type Props = {
  chatId: number
  side: ChatSide
  /** The room's number that what was read stands at; nothing is joined before it is known. */
  after: number | undefined
  onUnread: ((count: number) => void) | undefined
}

/** Keeps what is known of a chat's messages as the server tells it: new ones, edits, seen ones. */
export function useConversationLive({ chatId, side, after, onUnread }: Props): void {
  const client = useQueryClient()
  const told = useRef({ after, onUnread })
  useEffect(() => {
    told.current = { after, onUnread }
  })
  const isKnown = after !== undefined
  useEffect(() => {
    if (!isKnown) return
    return joinRoom(`chat:${chatId}`, {
      // A later number of the same room is no reason to join it anew.
      after: told.current.after ?? null,
      onEvent({ type, data }) {
        if (type === 'message') takeMessage(client, chatId, data.message)
        else if (type === 'viewed') changeMessages(client, chatId, before => withViewed(before, data.by, data.up_to))
        else return
        told.current.onUnread?.(side === 'learner' ? data.learner_unread : data.staff_unread)
      },
      onReset: () => refreshMessages(client, chatId),
    })
  }, [client, chatId, side, isKnown])
}
