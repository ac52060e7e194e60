import { useMemo } from 'react'
import type { ChatSide } from '#shared/features/chat/forms.ts'
import type { MessageWire } from '#shared/features/chat/contract.ts'
import { Conversation, type ConversationProps } from './Conversation.tsx'
import { expertChat } from './expert-chat.ts'

type Props = Omit<ConversationProps<MessageWire>, 'source'> & {
  chatId: number
  /** Which side is looking: the learner, or any member of staff. */
  side: ChatSide
  /** The signed-in person. */
  userId: number
}

/** A chat between a learner and the experts of a course, the same for both. */
export function ExpertChat({ chatId, side, userId, ...rest }: Props) {
  const source = useMemo(() => expertChat(chatId, side, userId), [chatId, side, userId])
  return <Conversation source={source} {...rest} />
}
