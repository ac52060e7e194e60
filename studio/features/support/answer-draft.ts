import { useDraft } from '#kit/form/draft.ts'
import { newKey } from '#kit/request/new-key.ts'

type Written = { text: string; uploads: readonly string[] }
/** An unsent answer; `uploads` are this device's, to be sent along. */
export type AnswerDraft = Written & { key: string }

/** What is changed is a new answer, so it gets a new key. */
const answerOf = ({ text, uploads }: Written): AnswerDraft => ({ text, uploads, key: newKey() })
const empty = { text: '', uploads: [] }

/** An answer from what was stored; empty when there is none or it cannot be read. */
function answerFrom(kept: unknown): AnswerDraft {
  const { text, uploads = [], key } = Object(kept) as Record<string, unknown>
  const isList = Array.isArray(uploads) && uploads.every(one => typeof one === 'string')
  return typeof text === 'string' && isList && typeof key === 'string' ? { text, uploads, key } : answerOf(empty)
}

/** The unsent answer to a request; it survives a reload, and a retry of the same answer has the same idempotency key. */
export function useAnswerDraft(requestId: number) {
  const { value: draft, change } = useDraft({
    subject: `support ${requestId}`,
    place: 'device',
    read: answerFrom,
    isEmpty: ({ text, uploads }) => text === '' && uploads.length === 0,
  })
  return {
    draft,
    change: (next: (before: AnswerDraft) => Partial<Written>) =>
      change(before => answerOf({ ...before, ...next(before) })),
    clear: () => change(answerOf(empty)),
  }
}
