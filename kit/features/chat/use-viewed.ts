import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { ChatMessage, ChatSide } from '#shared/features/chat/forms.ts'
import { changeMessages } from './conversation-data.ts'
import { withViewed } from './known-messages.ts'
import { markViewed } from './sending.ts'

/** How long a message is in sight before it counts as seen, in ms. */
const glance = 400

type Props = { chatId: number; side: ChatSide; messages: readonly ChatMessage[]; onUnread?: (count: number) => void }

/** Marks what the other side wrote as seen, the last one for all before it, once. */
export function useViewed({ chatId, side, messages, onUnread }: Props): (position: number) => void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const marked = useRef(0)
  const now = useRef({ messages, onUnread })
  now.current = { messages, onUnread }
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    position => {
      const isNews = (message: ChatMessage) => message.side !== side && !message.isViewed
      const last = now.current.messages.findLast(message => message.number <= position && isNews(message))
      if (!last || last.number <= marked.current) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        marked.current = last.number
        changeMessages(client, chatId, before => withViewed(before, side, last.number))
        now.current.onUnread?.(now.current.messages.filter(one => one.number > last.number && isNews(one)).length)
        void markViewed(chatId, last.id).then(left => left !== undefined && now.current.onUnread?.(left))
      }, glance)
    },
    [client, chatId, side],
  )
}
