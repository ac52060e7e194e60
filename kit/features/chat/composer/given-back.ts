import { useEffect, useEffectEvent, useRef } from 'react'
import { useWaitingWrites, withdrawWrite, type WriteName } from '#kit/outbox/outbox.ts'
import type { ChatSource, Stored } from '../chat-source.ts'
import { wordsOf } from '../sending.ts'
import type { Draft } from './drafts.ts'

/** The draft with what was refused in front of what has been written since; the same when it is there already. */
export function withGivenBack(draft: Draft, text: string, uploads: readonly string[]): Draft {
  const isThere = draft.text === text || draft.text.startsWith(`${text}\n`)
  const others = draft.uploads.filter(id => !uploads.includes(id))
  return {
    text: isThere || !text ? draft.text : [text, draft.text].filter(Boolean).join('\n'),
    uploads: [...uploads, ...others],
  }
}

/** The draft without what `withGivenBack` has put in front of it. */
export function withoutGivenBack(draft: Draft, text: string, uploads: readonly string[]): Draft {
  const isThere = text !== '' && (draft.text === text || draft.text.startsWith(`${text}\n`))
  return {
    text: isThere ? draft.text.slice(text.length + 1) : draft.text,
    uploads: draft.uploads.filter(id => !uploads.includes(id)),
  }
}

/** Puts the words and files of refused messages back where they were written, if the chat wants so. */
export function useGivenBack<Wire extends Stored>(
  { lane, givesBack }: ChatSource<Wire>,
  change: (next: (before: Draft) => Draft) => void,
): void {
  const writes = useWaitingWrites<WriteName>(lane)
  const given = useRef(new Set<number>())
  const refused = writes.filter(
    ({ id, refusal }) => refusal && givesBack?.codes.includes(refusal.code) && !given.current.has(id),
  )
  const giveBack = useEffectEvent(() => {
    if (refused.length === 0) return
    for (const { id } of refused) given.current.add(id)
    // Kept in the draft first: whatever ends this between, nothing is lost.
    const text = refused.map(wordsOf).filter(Boolean).join('\n')
    change(before =>
      withGivenBack(
        before,
        text,
        refused.flatMap(({ uploads }) => uploads),
      ),
    )
    void Promise.all(refused.map(({ id }) => withdrawWrite(id))).then(givesBack?.then)
  })
  const ids = refused.map(({ id }) => id).join()
  useEffect(() => giveBack(), [ids])
}
