import { addMessage } from '#kit/features/chat/sending.ts'
import type { UploadView } from '#kit/features/media/upload-view.ts'
import { changeWrite, withdrawWrite } from '#kit/outbox/outbox.ts'
import type { Attempt, UserHomework } from '#shared/features/homework/forms.ts'
import { handInRefusal, mayMove } from '#shared/features/homework/rules.ts'
import { emptyDraft, type KeptDraft } from './draft.ts'
import type { HandIn, HandInCall } from './hand-ins.ts'

/** What a learner may do with a version that the server did not take because another one was there first. */
export type ConflictChoices<Sent> = {
  /** The version that was sent instead, as far as this device knows it. */
  sent: Sent | undefined
  /** How one's own version can still be sent: in the place of the sent one, or as a version of its own. */
  resend: { replacesAttemptId: number | undefined } | undefined
  /** Why it cannot. */
  closed: 'passed' | 'review' | undefined
}

/** The refusals that mean that another device was faster. */
export function isConflict(code: string): boolean {
  return code === 'homework_in_review' || code === 'homework_passed'
}

/**
 * What is left to choose, by what the server says now; `attempts` the newest first. While an expert looks at the sent
 * version, or once it is approved, it can no longer be replaced.
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

/** Sends a refused version again: in the place of the attempt that was sent instead, or as a version of its own. */
export async function resend({ write }: HandIn, replacesAttemptId: number | undefined): Promise<void> {
  const { replaces_attempt_id: _before, ...body } = write.input.body
  const replaces = replacesAttemptId === undefined ? {} : { replaces_attempt_id: replacesAttemptId }
  await changeWrite<HandInCall>(write.id, { ...write.input, body: { ...body, ...replaces } })
}

/** Makes a version that was not taken a message to the expert; the files go along. `exercise`: the chosen one's title. */
export async function sendToChat({ write, text, uploads }: HandIn, chatId: number, exercise?: string): Promise<void> {
  await addMessage(chatId, [exercise, text].filter(Boolean).join('\n\n'), uploads)
  await withdrawWrite(write.id)
}

/**
 * Makes a handing-in that is not sent a draft again, its files with it. Answers false when the server may have it
 * already, so that it must arrive as it is.
 */
export async function takeBack(handIn: HandIn, kept: KeptDraft, hasSelfie: boolean): Promise<boolean> {
  const before = kept.draft
  const { write, text, exerciseId } = handIn
  // A selfie is handed in last.
  const uploads = hasSelfie ? handIn.uploads.slice(0, -1) : [...handIn.uploads]
  const selfie = hasSelfie ? handIn.uploads.at(-1) : undefined
  // The draft first: should the page close in between, the files still belong to somebody.
  kept.change({ text, exerciseId, uploads, selfie })
  const outcome = await withdrawWrite(write.id)
  if (outcome !== 'withdrawn') kept.change(outcome === 'gone' ? emptyDraft : before)
  return outcome !== 'undecided'
}

/** A name that any device can give a file. */
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

/** Saves a version that was not sent to the device's own files: its text, and each file as it was chosen. */
export function downloadVersion(text: string, files: readonly UploadView[], title: string): void {
  if (text) {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
    save(url, `${fileNameOf(title)}.txt`)
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  for (const { previewUrl, name } of files) if (previewUrl) save(previewUrl, name)
}
