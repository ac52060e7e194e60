import type { CopyKey } from '#kit/copy/copy.tsx'
import { mostFiles } from '#shared/features/chat/rules.ts'
import type { HomeworkTask } from '#shared/features/homework/forms.ts'
import { handInMissing } from '#shared/features/homework/rules.ts'
import type { HomeworkDraft } from './draft.ts'

export type AnswerPart = 'text' | 'exercise' | 'files' | 'selfie'
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
