import { useEffect, useEffectEvent } from 'react'
import { useWaitingWrites, withdrawWrite, type WriteName } from '#kit/outbox/outbox.ts'
import type { ChatSource, Stored } from '../chat-source.ts'
import { wordsOf } from '../sending.ts'
import type { Draft } from './drafts.ts'

/** The draft with what was refused in front of what has been written since; the same when it is there already. */
export function withGivenBack(draft: Draft, text: string, uploads: readonly string[]): Draft {
  const isThere = draft.text.startsWith(text)
  const others = draft.uploads.filter(id => !uploads.includes(id))
  return {
    text: isThere ? draft.text : [text, draft.text].filter(Boolean).join('\n'),
    uploads: [...uploads, ...others],
  }
}

/** Puts the words and files of refused messages back where they were written, if the chat wants so. */
export function useGivenBack<Wire extends Stored>(
  { lane, givesBack }: ChatSource<Wire>,
  change: (next: (before: Draft) => Draft) => void,
): void {
  const writes = useWaitingWrites<WriteName>(lane)
  const refused = writes.find(({ refusal }) => refusal && givesBack?.codes.includes(refusal.code))
  const giveBack = useEffectEvent(() => {
    if (!refused) return
    // Kept in the draft first: whatever ends this between, nothing is lost.
    change(before => withGivenBack(before, wordsOf(refused), refused.uploads))
    void withdrawWrite(refused.id).then(givesBack?.then)
  })
  useEffect(() => giveBack(), [refused?.id])
}
