import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { DraftFields, DraftHeadWire, DraftMediaWire } from '#shared/features/courses/draft-fields.ts'
import type { Parts } from './draft-edits.ts'
import { writingOf } from './draft-writing.ts'
import { partQuery } from './part-writing.ts'

/** One part as its author sees it: what is saved, and over it what is still being written. */
export type PartForm = {
  content: DraftFields
  /** Texts of the server about wrong fields. */
  errors: Record<string, string[]>
  media: readonly DraftMediaWire[]
  change: (fields: DraftFields) => void
}

/** What the fields of a part are given: the part, what is written in it, and the language that is being written. */
export type FieldsProps = { courseId: number; parts: Parts; part: DraftHeadWire; form: PartForm; language: string }

/** Loads a part and saves what is written in it; what is left unsaved is saved when the screen is left. */
export function usePart(courseId: number, id: string) {
  const draft = writingOf(courseId)
  const writing = draft.part(id)
  const { isBusy, isWaiting = false } = useSyncExternalStore(draft.orders.state.subscribe, draft.orders.state.read)
  const state = useSyncExternalStore(writing.state.subscribe, writing.state.read)
  const query = useQuery({
    ...partQuery(courseId, id),
    // A new part is there once the order has been saved.
    enabled: !isBusy && !isWaiting,
    refetchOnMount: 'always',
  })
  useEffect(() => () => void writing.save(), [writing])
  const form: PartForm | undefined = query.data && {
    content: { ...query.data.content, ...state.pending },
    errors: state.errors,
    media: query.data.media,
    change: fields => writing.change(fields),
  }
  return { form, state, query, isWaiting, settle: (by: 'mine' | 'theirs') => writing.settle(by) }
}
