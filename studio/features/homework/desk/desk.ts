import { useEffect, useRef, useState } from 'react'
import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { useUploads } from '#kit/features/media/uploads/uploading.ts'
import { useVoice } from '#kit/features/media/voice/use-voice.ts'
import { mostFiles } from '#shared/features/chat/rules.ts'
import type { Verdict } from '#shared/features/homework/rules.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { insertPhrase } from '#studio/features/chat/PhrasePicker.tsx'
import { leaveField, useShortcuts } from '#studio/platform/shortcuts.ts'
import type { ReviewDetail } from '../data.ts'
import { useNextReview } from '../queue.ts'
import { useClaim } from './claim.ts'
import { fileBeside, videoToComment } from './files.ts'
import { confirmVerdict, useVerdict } from './VerdictForm.tsx'
import {
  type DraftComment,
  emptyDraft,
  lacksComment,
  useReviewDraft,
  withComment,
  withoutComment,
} from './review-draft.ts'
import { useDeskPlayer } from './Submission.tsx'

export type Desk = ReturnType<typeof useDesk>

/** State and actions of reviewing one submission. */
export function useDesk(detail: ReviewDetail) {
  const t = useCopy()
  const { review, attempts } = detail
  const attempt = attempts.find(({ id }) => id === review.id)
  const claiming = useClaim(review.id, review.verdict === null, review.claim)
  const { draft, change } = useReviewDraft(review.id)
  const uploads = useUploads(draft.uploads)
  const voice = useVoice(id => change(before => ({ ...before, uploads: [...before.uploads, id].slice(0, mostFiles) })))
  const verdicts = useVerdict(review.id, detail)
  const next = useNextReview(review.id)
  const message = useRef<HTMLTextAreaElement>(null)
  const pointsField = useRef<HTMLInputElement>(null)
  const remarks = useRemarks(attempt?.submission.files ?? [], { change, message })
  const [isComparing, setComparing] = useState(false)

  /** The draft including the comment that is still open. */
  const wholeDraft = () => (remarks.open ? withComment(draft, remarks.open, remarks.fileIds) : draft)

  const decide = async (verdict: Verdict) => {
    const whole = wholeDraft()
    const ownComplaint = voice.isRecording ? filesUploading : complaintOf(uploads)
    const complaint = lacksComment(whole, verdict) ? commentRequired : ownComplaint
    // A recording that goes on ends here, and is sent with the next press.
    if (voice.isRecording) await voice.finish()
    verdicts.complain(complaint && { code: complaint.code, text: t(complaint.text) })
    if (complaint) return message.current?.focus()
    const asked = { verdict, draft: whole, judged: detail, learner: review.learner.name }
    const fileIds = uploads.flatMap(({ mediaId }) => mediaId ?? [])
    if (!(await confirmVerdict(asked)) || !(await verdicts.send(whole, verdict, fileIds))) return
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
    voice,
    message,
    pointsField,
    remarks,
    next,
    isComparing,
    compare: () => setComparing(now => !now),
    /** Only the holder may give a verdict. No need to wait for the claim: the server checks again. */
    canJudge: (claiming.claim.kind === 'held' || claiming.claim.kind === 'asking') && review.verdict === null,
    decide: (verdict: Verdict) => void decide(verdict),
    addPhrase: () => void insertPhrase(message.current),
  }
}

type Complaint = { code: string; text: CopyKey }

const commentRequired: Complaint = { code: 'comment_required', text: 'desk.commentRequired' }

const filesUploading: Complaint = { code: 'files_uploading', text: 'desk.files.uploading' }

/** Files must be uploaded before they can be sent. */
function complaintOf(uploads: readonly UploadView[]): Complaint | undefined {
  if (uploads.some(({ state }) => state === 'FAIL')) return { code: 'file_unusable', text: 'desk.files.failed' }
  return uploads.some(({ state }) => state === 'NOT_UPLOADED') ? filesUploading : undefined
}

type Parts = Pick<ReturnType<typeof useReviewDraft>, 'change'> & {
  message: ReturnType<typeof useRef<HTMLTextAreaElement | null>>
}

/** The file being shown, its player, and the timed comments. */
function useRemarks(files: readonly MediaFileWire[], { change, message }: Parts) {
  const [shownId, setShownId] = useState(files[0]?.id)
  const [open, setOpen] = useState<DraftComment>()
  const shown = files.find(({ id }) => id === shownId) ?? files[0]
  const player = useDeskPlayer(shown)
  const latest = useRef(player)
  useEffect(() => {
    latest.current = player
  })
  const fileIds = files.map(({ id }) => id)
  const show = (fileId: number) => {
    // A newly chosen file starts paused, even if the previous one was playing.
    if (fileId !== shown?.id) player.pause()
    setShownId(fileId)
  }
  return {
    player,
    open,
    setOpen,
    shown,
    fileIds,
    show: (file: MediaFileWire) => show(file.id),
    /** Shows the file so many places further, around the end. */
    turn(by: 1 | -1) {
      const next = fileBeside(files, shown?.id, by)
      if (next) show(next.id)
    },
    /** Starts a comment at the current time, beside a picture on the first video; without a video, focuses the overall comment. */
    start() {
      const video = videoToComment(files, shown)
      if (!video) return message.current?.focus()
      player.pause()
      const seconds = video === shown ? Math.round(player.now() * 10) / 10 : 0
      show(video.id)
      setOpen(before => before ?? { key: `${Date.now()} ${seconds}`, fileId: video.id, seconds, message: '' })
    },
    keep(comment: DraftComment) {
      change(before => withComment(before, comment, fileIds))
      setOpen(undefined)
    },
    remove: (key: string) => change(before => withoutComment(before, key)),
    jump(comment: DraftComment) {
      show(comment.fileId)
      // The other file's player exists only after the next render.
      requestAnimationFrame(() => latest.current.seek(comment.seconds))
    },
  }
}

/** Keyboard shortcuts of the desk: video, comments, verdict, next submission. */
export function useDeskKeys(desk: Desk): void {
  const { player, start } = desk.remarks
  const judging = (run: () => void) => () => desk.canJudge && run()
  useShortcuts('desk.keys.typing', [
    { keys: ['mod+/'], label: 'phrases.title', inFields: true, run: judging(desk.addPhrase) },
    { keys: ['Escape'], label: 'desk.keys.leaveField', inFields: true, run: leaveField },
  ])
  useShortcuts('desk.keys.video', [
    { keys: ['Space', 'k'], label: 'desk.keys.toggle', run: player.toggle },
    { keys: ['j'], label: 'desk.keys.back10', run: () => player.skip(-10) },
    { keys: ['l'], label: 'desk.keys.on10', run: () => player.skip(10) },
    { keys: ['ArrowLeft'], label: 'desk.keys.back5', run: () => player.skip(-5) },
    { keys: ['ArrowRight'], label: 'desk.keys.on5', run: () => player.skip(5) },
    { keys: [','], label: 'desk.keys.frameBack', run: () => player.step(-1) },
    { keys: ['.'], label: 'desk.keys.frameOn', run: () => player.step(1) },
    { keys: ['1'], label: 'desk.keys.slowest', run: () => player.setSpeed(0.25) },
    { keys: ['2'], label: 'desk.keys.slow', run: () => player.setSpeed(0.5) },
    { keys: ['3'], label: 'desk.keys.normal', run: () => player.setSpeed(1) },
    { keys: ['4'], label: 'desk.keys.fast', run: () => player.setSpeed(1.5) },
    { keys: ['5'], label: 'desk.keys.fastest', run: () => player.setSpeed(2) },
  ])
  useShortcuts('desk.files', [
    { keys: ['v'], label: 'desk.keys.nextFile', run: () => desk.remarks.turn(1) },
    { keys: ['b'], label: 'desk.keys.previousFile', run: () => desk.remarks.turn(-1) },
  ])
  useShortcuts('desk.keys.verdict', [
    { keys: ['c'], label: 'desk.comment.add', run: judging(start) },
    { keys: ['m'], label: 'desk.message', run: judging(() => desk.message.current?.focus()) },
    { keys: ['p'], label: 'desk.points', run: judging(() => desk.pointsField.current?.focus()) },
    { keys: ['/'], label: 'phrases.title', run: judging(desk.addPhrase) },
    { keys: ['a'], label: 'desk.approve', run: judging(() => desk.decide('DONE')) },
    { keys: ['f'], label: 'desk.sendBack', run: judging(() => desk.decide('FAIL')) },
    { keys: ['h'], label: 'desk.history', run: desk.compare },
    { keys: ['n'], label: 'reviews.next', run: desk.next.skip },
  ])
}
