import { useCallback, useEffect, useState } from 'react'
import type { CopyKey } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { mostFiles } from '#shared/features/chat/rules.ts'
import type { HomeworkTask } from '#shared/features/homework/forms.ts'
import { handInMissing } from '#shared/features/homework/rules.ts'

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

type AnswerPart = 'text' | 'exercise' | 'files' | 'selfie'
/** What is wrong with each part of an answer, as its text. */
export type AnswerProblems = Partial<Record<AnswerPart, CopyKey>>

type Wanted = Pick<HomeworkTask, 'answerWith' | 'isSelfieRequired'>

/** How many photos and videos an answer may have; a selfie goes with them as one file more. */
export function mostUploads({ isSelfieRequired }: Wanted): number {
  return isSelfieRequired ? mostFiles - 1 : mostFiles
}

const wrong = {
  file_required: { files: 'homework.wrong.file_required' },
  message_required: { text: 'homework.wrong.message_required' },
  exercise_required: { exercise: 'homework.wrong.exercise_required' },
} as const

/** By the server's own rule; the selfie has a place of its own here and is left out of it. */
function missingPart({ answerWith }: Wanted, { text, exerciseId, uploads }: HomeworkDraft): AnswerProblems {
  const content = { text, hasExercise: exerciseId !== undefined, filesCount: uploads.length, photosCount: 0 }
  const missing = handInMissing({ answerWith, isSelfieRequired: false }, content)
  return missing ? wrong[missing] : {}
}

/**
 * What an answer still lacks. Files that are on their way are no reason to wait here: the answer waits
 * for them in the outbox. `failed`: uploads that the server or the device would not take.
 */
export function answerProblems(task: Wanted, draft: HomeworkDraft, failed: ReadonlySet<string>): AnswerProblems {
  const problems = { ...missingPart(task, draft) }
  if (draft.uploads.some(id => failed.has(id))) problems.files = 'homework.wrong.upload'
  if (task.isSelfieRequired && draft.selfie === undefined) problems.selfie = 'homework.wrong.selfie_required'
  if (draft.selfie !== undefined && failed.has(draft.selfie)) problems.selfie = 'homework.wrong.selfie'
  return problems
}
