import type { ChatMessage } from '#shared/features/chat/forms.ts'

/** The expert's answer to ask a rating for: the latest one, once it was read, unless it is rated. */
export function answerToRate(messages: readonly ChatMessage[]): ChatMessage | undefined {
  const answer = messages.findLast(message => message.side === 'expert' && message.kind !== 'consultation')
  return answer?.isViewed && answer.rating === undefined ? answer : undefined
}
