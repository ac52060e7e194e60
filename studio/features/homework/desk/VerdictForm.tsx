import { type RefObject, useId, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import type { Voice } from '#kit/features/media/voice/use-voice.ts'
import { VoiceBar, VoiceButton } from '#kit/features/media/voice/VoiceRecorder.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { longestText, mostFiles } from '#shared/features/chat/rules.ts'
import type { Verdict } from '#shared/features/homework/rules.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import styles from './Desk.module.css'
import { type Judged, type ReviewDraft, verdictBody, withTick } from './review-draft.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { newKey } from '#kit/request/new-key.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { refreshReviews } from '../data.ts'

type Props = {
  draft: ReviewDraft
  onChange: (change: (before: ReviewDraft) => ReviewDraft) => void
  voice: Voice
  wholeScore: number
  criteria: Judged['criteria']
  failure: VerdictFailure | undefined
  isBusy: boolean
  /** Nobody else holds it. */
  canSend: boolean
  message: RefObject<HTMLTextAreaElement | null>
  pointsField: RefObject<HTMLInputElement | null>
  onVerdict: (verdict: Verdict) => void
  onPhrase: () => void
}

/** Refusals shown at their own field. */
const atField = ['comment_required', 'too_many_points', 'criteria_changed']

/** The criteria, the overall comment, the points, and the two verdicts. */
export function VerdictForm({
  draft,
  onChange,
  voice,
  wholeScore,
  criteria,
  failure,
  isBusy,
  canSend,
  message,
  ...rest
}: Props) {
  const t = useCopy()
  return (
    <form className={styles.form} onSubmit={event => event.preventDefault()}>
      {criteria.length > 0 && (
        <FieldGroup label={t('criteria.title')} error={failure?.code === 'criteria_changed' ? failure.text : undefined}>
          {criteria.map(({ key, text }) => (
            <Checkbox
              key={key}
              label={<span dir="auto">{text}</span>}
              checked={draft.met.includes(key)}
              disabled={!canSend}
              onChange={event => onChange(before => withTick(before, key, event.target.checked))}
            />
          ))}
        </FieldGroup>
      )}
      <Comment
        draft={draft}
        onChange={onChange}
        voice={voice}
        failure={failure}
        message={message}
        onPhrase={rest.onPhrase}
      />
      {wholeScore > 0 && (
        <PointsField
          ref={rest.pointsField}
          points={draft.points}
          wholeScore={wholeScore}
          error={failure?.code === 'too_many_points' ? failure.text : undefined}
          onChange={points => onChange(before => ({ ...before, points }))}
        />
      )}
      <UploadList ids={draft.uploads} onRemove={gone => onChange(before => withoutUpload(before, gone))} />
      <VoiceBar voice={voice} />
      {failure &&
        (!atField.includes(failure.code) || (failure.code === 'criteria_changed' && criteria.length === 0)) && (
          <Notice tone="danger" live>
            {failure.text}
          </Notice>
        )}
      <div className={styles.verdicts}>
        <Button icon="check" busy={isBusy} disabled={!canSend} onClick={() => rest.onVerdict('DONE')}>
          {t('desk.approve')} <KeyHint name="a" />
        </Button>
        <Button
          look="secondary"
          icon="refresh"
          busy={isBusy}
          disabled={!canSend}
          onClick={() => rest.onVerdict('FAIL')}
        >
          {t('desk.sendBack')} <KeyHint name="f" />
        </Button>
      </div>
    </form>
  )
}

const withoutUpload = (draft: ReviewDraft, gone: string): ReviewDraft => ({
  ...draft,
  uploads: draft.uploads.filter(id => id !== gone),
})

/** Photos and videos that go with the answer. */
function FilePicker({
  draft: { uploads },
  onChange,
  area,
}: Pick<Props, 'draft' | 'onChange'> & { area: Props['message'] }) {
  return (
    <PickFiles
      look="icon"
      area={area}
      most={mostFiles - uploads.length}
      disabled={uploads.length >= mostFiles}
      onPicked={picked =>
        onChange(before => ({ ...before, uploads: [...before.uploads, ...picked].slice(0, mostFiles) }))
      }
    />
  )
}

type CommentProps = Pick<Props, 'draft' | 'onChange' | 'voice' | 'failure' | 'message' | 'onPhrase'>

function Comment({ draft, onChange, voice, failure, message, onPhrase }: CommentProps) {
  const t = useCopy()
  const id = useId()
  const error = failure?.code === 'comment_required' ? failure.text : undefined
  return (
    <div className={styles.comment}>
      <div className={styles.commentHead}>
        <label htmlFor={id}>
          {t('desk.message')} <KeyHint name="m" />
        </label>
        <Button look="ghost" onClick={onPhrase}>
          {t('phrases.title')} <KeyHint name="/" />
        </Button>
        <FilePicker draft={draft} onChange={onChange} area={message} />
        <VoiceButton voice={voice} disabled={draft.uploads.length >= mostFiles} />
      </div>
      <textarea
        id={id}
        ref={message}
        rows={5}
        maxLength={longestText}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        value={draft.message}
        onChange={event => onChange(before => ({ ...before, message: event.target.value }))}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

type PointsProps = {
  ref: RefObject<HTMLInputElement | null>
  /** Undefined is the full score. */
  points: number | undefined
  wholeScore: number
  error: string | undefined
  onChange: (points: number | undefined) => void
}

/** The typed points; undefined (the full score) when empty or equal to it. */
function pointsOf(text: string, wholeScore: number): number | undefined {
  const points = Math.max(0, Math.floor(Number(text)))
  return text === '' || points === wholeScore || !Number.isFinite(points) ? undefined : points
}

/** The points of an approval; the field may be empty while typing. */
function PointsField({ ref, points, wholeScore, error, onChange }: PointsProps) {
  const t = useCopy()
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      ref={ref}
      label={t('desk.points')}
      hint={t('desk.points.hint', { points: wholeScore })}
      type="number"
      inputMode="numeric"
      min={0}
      max={wholeScore}
      value={typed ?? points ?? wholeScore}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(pointsOf(target.value, wholeScore))
      }}
      onFocus={({ target }) => target.select()}
      onBlur={() => setTyped(undefined)}
    />
  )
}

type Asked = { verdict: Verdict; draft: ReviewDraft; judged: Judged; learner: string }

/** Asks for confirmation (Enter confirms); resolves to whether to send the verdict. */
export async function confirmVerdict(asked: Asked): Promise<boolean> {
  return (await openDialog<boolean>(close => <ConfirmVerdict {...asked} onAnswer={close} />)) === true
}

function ConfirmVerdict({ verdict, draft, judged, learner, onAnswer }: Asked & { onAnswer: (isYes: boolean) => void }) {
  const t = useCopy()
  const { points = judged.points, met } = draft
  const { criteria } = judged
  const ticked = criteria.filter(({ key }) => met.includes(key)).length
  const footer = (
    <>
      <Button look="secondary" onClick={() => onAnswer(false)}>
        {t('ui.cancel')} <KeyHint name="Escape" />
      </Button>
      <Button data-autofocus onClick={() => onAnswer(true)}>
        {t(`desk.confirm.${verdict}.yes`)} <KeyHint name="Enter" />
      </Button>
    </>
  )
  return (
    <Dialog
      isQuestion
      size="small"
      title={t(`desk.confirm.${verdict}`, { name: learner })}
      footer={footer}
      onClose={() => onAnswer(false)}
    >
      <p>
        {verdict === 'DONE' && `${t('desk.confirm.points', { points })} `}
        {t('desk.confirm.comments', { count: draft.comments.length })}
        {criteria.length > 0 && ` ${t('desk.confirm.criteria', { met: ticked, count: criteria.length })}`}
      </p>
      {draft.message.trim() && (
        <p className={styles.quote} dir="auto">
          {draft.message.trim()}
        </p>
      )}
    </Dialog>
  )
}

/** Why a verdict failed: the refusal's code ('' for none) and its text. */
type VerdictFailure = { code: string; text: string }

/** Sends the verdict. The idempotency key is kept for retries, so that a lost answer does not repeat the verdict. */
export function useVerdict(id: number, judged: Judged) {
  const t = useCopy()
  const [failure, setFailure] = useState<VerdictFailure>()
  const key = useRef<string>(undefined)
  const { isBusy, run } = useSubmit({
    failed: t('desk.notSent'),
    async send(draft: ReviewDraft, verdict: Verdict, fileIds: readonly number[]) {
      setFailure(undefined)
      key.current ??= newKey()
      const body = verdictBody(draft, verdict, judged, fileIds)
      await request('POST /studio/reviews/:id/verdict', { params: { id }, body, idempotencyKey: key.current })
      void refreshReviews()
    },
    onRefused(error) {
      const isRefusal = error instanceof RequestError
      if (isRefusal && !isPassing(error)) key.current = undefined
      // Those that the course has now are shown for another look.
      if (isRefusal && error.code === 'criteria_changed') void refreshReviews()
      setFailure({ code: isRefusal ? error.code : '', text: (isRefusal && error.reason) || t('desk.notSent') })
    },
  })
  return {
    failure,
    isBusy,
    /** Shows why a verdict cannot be sent; undefined clears it. */
    complain: setFailure,
    /** Resolves to whether the server accepted it; the draft stays until then. */
    send: run,
  }
}
