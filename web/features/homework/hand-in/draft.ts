import { useCallback } from 'react'
import type { CopyKey } from '#kit/copy/copy.tsx'
import { useDraft } from '#kit/form/draft.ts'
import { mostFiles } from '#shared/features/chat/rules.ts'
import type { HomeworkTask } from '#shared/features/homework/forms.ts'
import { handInMissing } from '#shared/features/homework/rules.ts'

/** An answer that is not sent yet; files are ids of uploads. */
export type HomeworkDraft = {
  text: string
  exerciseId: number | undefined
  uploads: string[]
  selfie: string | undefined
}

export const emptyDraft: HomeworkDraft = { text: '', exerciseId: undefined, uploads: [], selfie: undefined }

export function isEmptyDraft({ text, exerciseId, uploads, selfie }: HomeworkDraft): boolean {
  return text.trim() === '' && exerciseId === undefined && uploads.length === 0 && selfie === undefined
}

/** All uploads of an answer in the order they are handed in: the selfie comes last. */
export function uploadsOf({ uploads, selfie }: Pick<HomeworkDraft, 'uploads' | 'selfie'>): string[] {
  return selfie === undefined ? [...uploads] : [...uploads, selfie]
}

/** Reads a stored draft; invalid parts are dropped. */
export function draftFrom(stored: unknown): HomeworkDraft {
  const { text, exerciseId, uploads, selfie } = (stored ?? {}) as Record<string, unknown>
  return {
    text: typeof text === 'string' ? text : '',
    exerciseId: typeof exerciseId === 'number' ? exerciseId : undefined,
    uploads: Array.isArray(uploads) ? uploads.filter(id => typeof id === 'string') : [],
    selfie: typeof selfie === 'string' ? selfie : undefined,
  }
}

/** The draft of a homework. It survives reloads and restarts and is shared by all tabs. */
export function useHomeworkDraft(statusId: number) {
  const { value: draft, change: replace } = useDraft({
    subject: `homework ${statusId}`,
    place: 'device',
    read: draftFrom,
    isEmpty: isEmptyDraft,
  })
  const change = useCallback(
    (part: Partial<HomeworkDraft> | ((before: HomeworkDraft) => Partial<HomeworkDraft>)) =>
      replace(before => ({ ...before, ...(typeof part === 'function' ? part(before) : part) })),
    [replace],
  )
  return { draft, change }
}

export type KeptDraft = ReturnType<typeof useHomeworkDraft>

type AnswerPart = 'text' | 'exercise' | 'files' | 'selfie'
/** What is wrong with each part of an answer: the key of its text. */
export type AnswerProblems = Partial<Record<AnswerPart, CopyKey>>

type Wanted = Pick<HomeworkTask, 'answerWith' | 'isSelfieRequired'>

/** How many photos and videos an answer may have; a required selfie takes one place. */
export function mostUploads({ isSelfieRequired }: Wanted): number {
  return isSelfieRequired ? mostFiles - 1 : mostFiles
}

const wrong = {
  file_required: { files: 'homework.wrong.file_required' },
  message_required: { text: 'homework.wrong.message_required' },
  exercise_required: { exercise: 'homework.wrong.exercise_required' },
} as const

/** By the server's own rule, except the selfie: it has a field of its own here. */
function missingPart({ answerWith }: Wanted, { text, exerciseId, uploads }: HomeworkDraft): AnswerProblems {
  const content = { text, hasExercise: exerciseId !== undefined, filesCount: uploads.length, photosCount: 0 }
  const missing = handInMissing({ answerWith, isSelfieRequired: false }, content)
  return missing ? wrong[missing] : {}
}

/** What an answer still lacks. Files may still be uploading: the outbox waits for them. `failed`: ids of failed uploads. */
export function answerProblems(task: Wanted, draft: HomeworkDraft, failed: ReadonlySet<string>): AnswerProblems {
  const problems = { ...missingPart(task, draft) }
  if (draft.uploads.some(id => failed.has(id))) problems.files = 'homework.wrong.upload'
  if (task.isSelfieRequired && draft.selfie === undefined) problems.selfie = 'media.selfie.required'
  if (draft.selfie !== undefined && failed.has(draft.selfie)) problems.selfie = 'media.selfie.failed'
  return problems
}
