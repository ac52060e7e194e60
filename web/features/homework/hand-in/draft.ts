import { useCallback, useEffect, useState } from 'react'
import { settings } from '#kit/request/connection.ts'

/** What a learner has put together for one homework and not sent; files by the keys of their uploads. */
export type HomeworkDraft = {
  text: string
  exerciseId: number | undefined
  uploads: string[]
  selfie: string | undefined
}

export const emptyDraft: HomeworkDraft = { text: '', exerciseId: undefined, uploads: [], selfie: undefined }

const nameOf = (statusId: number) => `draft ${settings.userId} homework ${statusId}`

/** Whether there is nothing in it that could be lost. */
export function isEmptyDraft({ text, exerciseId, uploads, selfie }: HomeworkDraft): boolean {
  return text.trim() === '' && exerciseId === undefined && uploads.length === 0 && selfie === undefined
}

/** A draft as it was stored; whatever is not as it should be is left out. */
export function draftFrom(stored: string | null): HomeworkDraft {
  try {
    const { text, exerciseId, uploads, selfie } = JSON.parse(stored ?? '{}') as Record<string, unknown>
    return {
      text: typeof text === 'string' ? text : '',
      exerciseId: typeof exerciseId === 'number' ? exerciseId : undefined,
      uploads: Array.isArray(uploads) ? uploads.filter(key => typeof key === 'string') : [],
      selfie: typeof selfie === 'string' ? selfie : undefined,
    }
  } catch {
    return emptyDraft
  }
}

function store(statusId: number, draft: HomeworkDraft) {
  try {
    if (isEmptyDraft(draft)) localStorage.removeItem(nameOf(statusId))
    else localStorage.setItem(nameOf(statusId), JSON.stringify(draft))
  } catch {
    // Without storage the draft lives as long as the page.
  }
}

/** The draft of a homework: it survives a reload and a restart, until it is sent or emptied, and is one in all tabs. */
export function useHomeworkDraft(statusId: number) {
  const [draft, setDraft] = useState(() => draftFrom(localStorage.getItem(nameOf(statusId))))
  const change = useCallback(
    (part: Partial<HomeworkDraft> | ((before: HomeworkDraft) => Partial<HomeworkDraft>)) =>
      setDraft(before => {
        const next = { ...before, ...(typeof part === 'function' ? part(before) : part) }
        store(statusId, next)
        return next
      }),
    [statusId],
  )
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === nameOf(statusId)) setDraft(draftFrom(newValue))
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [statusId])
  return { draft, change }
}

export type KeptDraft = ReturnType<typeof useHomeworkDraft>
