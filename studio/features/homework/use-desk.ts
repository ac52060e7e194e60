import { useRef, useState } from 'react'
import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import type { UploadView } from '#kit/features/media/upload-view.ts'
import { useUploads } from '#kit/features/media/uploading.ts'
import type { Verdict } from '#shared/features/homework/rules.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { insertPhrase } from '#studio/features/chat/insert-phrase.ts'
import { confirmVerdict } from './ConfirmVerdict.tsx'
import type { ReviewDetail } from './data.ts'
import { type DraftComment, emptyDraft, lacksComment, withComment, withoutComment } from './review-draft.ts'
import { useClaim } from './use-claim.ts'
import { useDeskPlayer } from './use-desk-player.ts'
import { useNextReview } from './use-next-review.ts'
import { useReviewDraft } from './use-review-draft.ts'
import { useVerdict } from './use-verdict.ts'

export type Desk = ReturnType<typeof useDesk>

/** Everything that happens at the desk of one submission. */
export function useDesk(detail: ReviewDetail) {
  const t = useCopy()
  const { review, attempts, points } = detail
  const attempt = attempts.find(({ id }) => id === review.id)
  const claiming = useClaim(review.id, review.verdict === null)
  const { draft, change } = useReviewDraft(review.id)
  const uploads = useUploads(draft.uploads)
  const verdicts = useVerdict(review.id, points)
  const next = useNextReview(review.id)
  const message = useRef<HTMLTextAreaElement>(null)
  const pointsField = useRef<HTMLInputElement>(null)
  const remarks = useRemarks(attempt?.submission.files ?? [], { change, message })
  const [isComparing, setComparing] = useState(false)

  /** The draft with the remark that is still being written. */
  const wholeDraft = () => (remarks.open ? withComment(draft, remarks.open, remarks.fileIds) : draft)

  const decide = async (verdict: Verdict) => {
    const whole = wholeDraft()
    const complaint = lacksComment(whole, verdict) ? commentRequired : complaintOf(uploads)
    verdicts.complain(complaint && { code: complaint.code, text: t(complaint.text) })
    if (complaint) return message.current?.focus()
    const asked = { verdict, draft: whole, points: whole.points ?? points, learner: review.learner.name }
    const fileIds = uploads.flatMap(({ mediaId }) => mediaId ?? [])
    if (!(await confirmVerdict(asked)) || !(await verdicts.send(whole, verdict, fileIds, t('desk.notSent')))) return
    claiming.settle()
    change(() => emptyDraft)
    await next.go()
  }

  return {
    ...claiming,
    ...verdicts,
    attempt,
    draft,
    change,
    message,
    pointsField,
    remarks,
    next,
    isComparing,
    compare: () => setComparing(now => !now),
    /** Judging is for who holds it; who is quicker than the answer to the claim need not wait, the server judges too. */
    canJudge: (claiming.claim.kind === 'held' || claiming.claim.kind === 'asking') && review.verdict === null,
    decide: (verdict: Verdict) => void decide(verdict),
    addPhrase: () => void insertPhrase(message.current),
  }
}

type Complaint = { code: string; text: CopyKey }

const commentRequired: Complaint = { code: 'comment_required', text: 'desk.commentRequired' }

/** Files must have arrived before they can go along. */
function complaintOf(uploads: readonly UploadView[]): Complaint | undefined {
  if (uploads.some(({ state }) => state === 'FAIL')) return { code: 'file_unusable', text: 'desk.files.failed' }
  return uploads.some(({ state }) => state === 'NOT_UPLOADED')
    ? { code: 'files_uploading', text: 'desk.files.uploading' }
    : undefined
}

type Parts = Pick<ReturnType<typeof useReviewDraft>, 'change'> & {
  message: ReturnType<typeof useRef<HTMLTextAreaElement | null>>
}

/** The file in sight, its player, and the remarks at its moments. */
function useRemarks(files: readonly MediaFileWire[], { change, message }: Parts) {
  const player = useDeskPlayer()
  const [shownId, setShownId] = useState(files[0]?.id)
  const [open, setOpen] = useState<DraftComment>()
  const shown = files.find(({ id }) => id === shownId) ?? files[0]
  const fileIds = files.map(({ id }) => id)
  return {
    player,
    open,
    setOpen,
    shown,
    fileIds,
    show: (file: MediaFileWire) => setShownId(file.id),
    /** Opens a remark at the current moment; without a video in sight, the comment on the whole. */
    start() {
      if (!shown || mediaTypeFromCode(shown.type) !== 'video') return message.current?.focus()
      player.pause()
      const seconds = Math.round(player.now() * 10) / 10
      setOpen(before => before ?? { key: `${Date.now()} ${seconds}`, fileId: shown.id, seconds, message: '' })
    },
    keep(comment: DraftComment) {
      change(before => withComment(before, comment, fileIds))
      setOpen(undefined)
    },
    remove: (key: string) => change(before => withoutComment(before, key)),
    jump(comment: DraftComment) {
      setShownId(comment.fileId)
      // A file that was not in sight has no player yet.
      requestAnimationFrame(() => player.seek(comment.seconds))
    },
  }
}
