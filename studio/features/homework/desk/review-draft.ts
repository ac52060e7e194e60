import { formatDuration } from '#kit/copy/format.ts'
import type { ReviewDetailWire } from '#shared/features/homework/contract.ts'
import type { Verdict } from '#shared/features/homework/rules.ts'
import { keepDraft, useDraft } from '#kit/form/draft.ts'

/** A comment at a moment of a file; `key` is the device's own. */
export type DraftComment = { key: string; fileId: number; seconds: number; message: string }

/** What an expert has written so far; `points` only if different from the full score. */
export type ReviewDraft = {
  message: string
  comments: readonly DraftComment[]
  points?: number
  /** Keys of the criteria that are met. */
  met: readonly string[]
  /** Ids of this device's uploads to be sent along. */
  uploads: readonly string[]
}

export const emptyDraft: ReviewDraft = { message: '', comments: [], met: [], uploads: [] }

/** Adds the comment or replaces the one with its key, in order of files and times. An empty text removes it. */
export function withComment(draft: ReviewDraft, comment: DraftComment, fileIds: readonly number[]): ReviewDraft {
  const others = draft.comments.filter(({ key }) => key !== comment.key)
  const message = comment.message.trim()
  if (!message) return { ...draft, comments: others }
  const at = (one: DraftComment) => fileIds.indexOf(one.fileId)
  const comments = [...others, { ...comment, message }].sort(
    (one, other) => at(one) - at(other) || one.seconds - other.seconds,
  )
  return { ...draft, comments }
}

/** Removes the comment with this key. */
export function withoutComment(draft: ReviewDraft, key: string): ReviewDraft {
  return { ...draft, comments: draft.comments.filter(one => one.key !== key) }
}

/** Whether the draft is empty. */
export function isBlank({ message, comments, points, met, uploads }: ReviewDraft): boolean {
  return message.trim() === '' && comments.length + met.length + uploads.length === 0 && points === undefined
}

/** Sending back needs a comment, overall or timed (comment_required). */
export function lacksComment(draft: ReviewDraft, verdict: Verdict): boolean {
  return verdict === 'FAIL' && draft.message.trim() === '' && draft.comments.length === 0
}

/** Ticks a criterion, or takes the tick away. */
export function withTick(draft: ReviewDraft, key: string, isMet: boolean): ReviewDraft {
  const others = draft.met.filter(one => one !== key)
  return { ...draft, met: isMet ? [...others, key] : others }
}

/** What a verdict is given on. */
export type Judged = Pick<ReviewDetailWire, 'points' | 'criteria'>

/** The verdict in wire form, with the files' ids on the server; points only with an approval. */
export function verdictBody(draft: ReviewDraft, verdict: Verdict, judged: Judged, fileIds: readonly number[]) {
  return {
    verdict,
    message: draft.message.trim() || undefined,
    comments: draft.comments.map(({ fileId, seconds, message }) => ({ file_id: fileId, seconds, message })),
    file_ids: fileIds.length ? [...fileIds] : undefined,
    points: verdict === 'DONE' ? (draft.points ?? judged.points) : undefined,
    criteria: judged.criteria.length
      ? judged.criteria.map(({ key }) => ({ key, is_met: draft.met.includes(key) }))
      : undefined,
  }
}

/** The draft for a newer version: timed comments on the old files become lines of the overall comment. */
export function carriedOver(draft: ReviewDraft): ReviewDraft {
  const lines = draft.comments.map(({ seconds, message }) => `${formatDuration(seconds * 1000)} ${message}`)
  return { ...draft, message: [draft.message, ...lines].filter(Boolean).join('\n'), comments: [] }
}

const subjectOf = (reviewId: number) => `review ${reviewId}`

/** The unsent answer to a submission, kept on the device. */
export function useReviewDraft(reviewId: number) {
  const { value: draft, change } = useDraft<ReviewDraft>({
    subject: subjectOf(reviewId),
    place: 'device',
    read: kept => ({ ...emptyDraft, ...(kept as Partial<ReviewDraft> | undefined) }),
    isEmpty: isBlank,
  })
  return { draft, change }
}

/** Stores a submission's draft; an empty one is removed. */
export function keepReviewDraft(reviewId: number, draft: ReviewDraft): void {
  keepDraft(subjectOf(reviewId), 'device', isBlank(draft) ? undefined : draft)
}
