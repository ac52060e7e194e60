import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { Message } from '#kit/features/chat/message.ts'
import { enqueue } from '#kit/outbox/outbox.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { MessageWire } from '#shared/features/chat/contract.ts'
import { StarChoice } from './StarChoice.tsx'

/** The expert's answer to ask a rating for: the latest one, if it is read and not yet rated. */
export function answerToRate(messages: readonly Message[]): Message | undefined {
  const answer = messages.findLast(message => !message.isOurs && message.kind !== 'consultation')
  return answer?.isViewed && answer.rating === undefined ? answer : undefined
}

const askedKey = (chatId: number) => `asked rating chat ${chatId}`

/** Whether this device has already asked for a rating of this answer; it asks once. */
function useAsking(answer: Message | undefined): boolean {
  const [first] = useState(() => new Map<number, boolean>())
  if (!answer) return false
  const known = first.get(answer.id)
  if (known !== undefined) return known
  const isNew = Number(localStorage.getItem(askedKey(answer.chatId))) < answer.id
  first.set(answer.id, isNew)
  if (isNew) localStorage.setItem(askedKey(answer.chatId), String(answer.id))
  return isNew
}

type Props = { messages: readonly Message[]; onRated: (rated: MessageWire) => void }

/** Asks once for a rating of an expert's latest answer, after it was read. */
export function RatingPrompt({ messages, onRated }: Props) {
  const t = useCopy()
  const [done, setDone] = useState<number>()
  const answer = answerToRate(messages)
  const isAsked = useAsking(answer)
  if (!answer || !isAsked || done === answer.id) return null
  const rate = async (rating: number) => {
    setDone(answer.id)
    const input = { params: { id: answer.chatId, messageId: answer.id }, body: { rating } }
    const lane = { lane: `rating:${answer.chatId}` }
    try {
      const sent = await enqueue('PUT /chats/:id/messages/:messageId/rating', input, lane)
      if (sent.isSent) onRated(sent.data)
      toast(t('chat.rating.thanks'), { tone: 'success' })
    } catch (error) {
      toast(errorMessage(error, t('ui.error.title')), { tone: 'danger' })
    }
  }
  return (
    <StarChoice
      title={t('chat.rating.title', { name: answer.author?.name ?? '', hasName: answer.author?.name ? 'yes' : 'no' })}
      onChoose={stars => void rate(stars)}
      onClose={() => setDone(answer.id)}
    />
  )
}
