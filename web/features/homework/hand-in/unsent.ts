import { addMessage } from '#kit/features/chat/expert-chat.ts'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { changeWrite, withdrawWrite } from '#kit/outbox/outbox.ts'
import { longestText } from '#shared/features/chat/rules.ts'
import type { Attempt, UserHomework } from '#shared/features/homework/forms.ts'
import { handInRefusal, mayMove } from '#shared/features/homework/rules.ts'
import { textLength } from '#shared/platform/text.ts'
import { emptyDraft, type KeptDraft } from './draft.ts'
import type { HandIn, HandInCall } from './hand-ins.ts'

/** What a learner may do with a version that was refused because another device was faster. */
export type ConflictChoices<Sent> = {
  /** The version that was sent instead, if this device knows it. */
  sent: Sent | undefined
  /** How the refused version can still be sent: replacing the sent one, or as a new attempt. */
  resend: { replacesAttemptId: number | undefined } | undefined
  /** Why it cannot be sent any more. */
  closed: 'passed' | 'review' | undefined
}

/** Whether a refusal means that another device was faster. */
export function isConflict(code: string): boolean {
  return code === 'homework_in_review' || code === 'homework_passed'
}

/**
 * The choices left, by the server's current state; `attempts` newest first. Once an expert reviews the sent version, or
 * has approved it, it can no longer be replaced.
 */
export function conflictChoices<Sent extends Pick<Attempt, 'id' | 'isReplaced' | 'isInReview' | 'verdict'>>(
  { status }: Pick<UserHomework, 'status'>,
  attempts: readonly Sent[],
): ConflictChoices<Sent> {
  const sent = attempts.find(attempt => !attempt.isReplaced)
  const refusal = handInRefusal(status, sent)
  if (refusal) return { sent, resend: undefined, closed: refusal === 'homework_passed' ? 'passed' : 'review' }
  const replacesAttemptId = mayMove(status, 'UPLOADED') ? undefined : sent?.id
  return { sent, resend: { replacesAttemptId }, closed: undefined }
}

/** Sends a refused version again, as a replacement of the given attempt or as a new one. */
export async function resend({ write }: HandIn, replacesAttemptId: number | undefined): Promise<void> {
  const { replaces_attempt_id: _before, ...body } = write.input.body
  const replaces = replacesAttemptId === undefined ? {} : { replaces_attempt_id: replacesAttemptId }
  await changeWrite<HandInCall>(write.id, { ...write.input, body: { ...body, ...replaces } })
}

/** What a version says as a chat message. `exercise`: the title of the chosen one. Undefined when it is too long for one. */
export function chatText(text: string, exercise?: string): string | undefined {
  const message = [exercise, text].filter(Boolean).join('\n\n')
  return textLength(message) > longestText ? undefined : message
}

/** Sends a refused version, files included, as a chat message instead; it is taken back once the chat's outbox has it. */
export async function sendToChat({ write, uploads }: HandIn, chatId: number, message: string): Promise<void> {
  await addMessage(chatId, message, uploads)
  await withdrawWrite(write.id)
}

/**
 * Turns an unsent hand-in, with its files, back into a draft. Resolves to false when the server may already have it: then
 * it must be sent unchanged.
 */
export async function takeBack(handIn: HandIn, kept: KeptDraft, hasSelfie: boolean): Promise<boolean> {
  const before = kept.draft
  const { write, text, exerciseId } = handIn
  // The selfie is the last upload.
  const uploads = hasSelfie ? handIn.uploads.slice(0, -1) : [...handIn.uploads]
  const selfie = hasSelfie ? handIn.uploads.at(-1) : undefined
  // The draft is stored first: if the page closes in between, its files are not orphaned.
  kept.change({ text, exerciseId, uploads, selfie })
  const outcome = await withdrawWrite(write.id)
  if (outcome !== 'withdrawn') kept.change(outcome === 'gone' ? emptyDraft : before)
  return outcome !== 'undecided'
}

/** A file name that is valid on any device. */
function fileNameOf(title: string): string {
  return (
    title
      .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'homework'
  )
}

function save(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Downloads an unsent version: its text and its files. */
export function downloadVersion(text: string, files: readonly UploadView[], title: string): void {
  if (text) {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
    save(url, `${fileNameOf(title)}.txt`)
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  for (const { previewUrl, name } of files) if (previewUrl) save(previewUrl, name)
}
