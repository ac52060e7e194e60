import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { SelfiePart } from '#kit/features/media/selfie/SelfiePart.tsx'
import { cancelUpload, useUploads } from '#kit/features/media/uploads/uploading.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { addWrite } from '#kit/outbox/outbox.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { longestText } from '#shared/features/chat/rules.ts'
import type { Attempt } from '#shared/features/homework/forms.ts'
import { track } from '#web/platform/analytics.ts'
import type { HomeworkDetail } from '../data.ts'
import { SentMeanwhile } from './ConflictPanel.tsx'
import { answerProblems, type AnswerProblems, emptyDraft, type KeptDraft, mostUploads, uploadsOf } from './draft.ts'
import styles from './HandIn.module.css'
import { handInCall, handInInput, handInLane } from './hand-ins.ts'
import type { ConflictChoices } from './unsent.ts'
import { browserUploads } from '#kit/features/media/uploads/browser-uploads.ts'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'

interface ExerciseProps {
  exercises: readonly { id: number; title: string }[]
  chosen: number | undefined
  error: CopyKey | undefined
  onChoose: (id: number | undefined) => void
}

function ExerciseChoice({ exercises, chosen, error, onChoose }: ExerciseProps) {
  const t = useCopy()
  return (
    <SelectField
      required
      label={t('homework.form.exercise')}
      error={error && t(error)}
      value={chosen ?? ''}
      onChange={event => onChoose(Number(event.currentTarget.value) || undefined)}
    >
      <option value="">{t('homework.form.exercise.none')}</option>
      {exercises.map(exercise => (
        <option key={exercise.id} value={exercise.id}>
          {exercise.title}
        </option>
      ))}
    </SelectField>
  )
}

interface Props {
  detail: HomeworkDetail
  kept: KeptDraft
  /** Set when another device handed in while the answer was being written here. */
  choices?: ConflictChoices<Attempt>
}

const isTextEnough = ({ answerWith }: HomeworkDetail['task']) => answerWith === 'any' || answerWith === 'message'

/** The answer to a homework; it is kept as a draft until it is sent. */
export function HandInForm({ detail: { status, task, exercises }, kept, choices }: Props) {
  const t = useCopy()
  const { draft, change } = kept
  const form = useRef<HTMLFormElement>(null)
  const [wasTried, setTried] = useState(false)
  const failed = useFailedUploads(kept)
  const problems: AnswerProblems = wasTried ? answerProblems(task, draft, failed) : {}
  const textError = problems.text && t(problems.text)
  const canSend = !choices || choices.resend !== undefined

  const handIn = async (): Promise<void> => {
    const input = handInInput(status, draft, choices?.resend?.replacesAttemptId)
    const options = { lane: handInLane(status.id), uploads: uploadsOf(draft), keepsRefused: true }
    await addWrite(handInCall, input, options)
    change(emptyDraft)
    setTried(false)
    track({ name: 'task_send', homework: task.id })
  }
  const sendFailed = t('homework.wrong.send')
  const { run, clear, isBusy, failure } = useSubmit({
    send: handIn,
    failed: sendFailed,
    explain: () => ({ errors: {}, notice: { title: sendFailed, text: '' } }),
  })
  const handleDiscard = () => {
    for (const upload of uploadsOf(draft)) void cancelUpload(upload)
    change(emptyDraft)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTried(true)
    clear()
    if (Object.keys(answerProblems(task, draft, failed)).length > 0) {
      // The error texts are rendered in the next frame.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong] button')?.focus(),
      )
      return
    }
    void run()
  }
  return (
    <Card as="section" aria-labelledby="hand-in">
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <h2 id="hand-in">{t(status.attemptsCount > 0 ? 'homework.form.again' : 'homework.form.first')}</h2>
        {choices && <SentMeanwhile choices={choices} onDiscard={handleDiscard} />}
        {task.answerWith === 'exercise' && (
          <ExerciseChoice
            exercises={exercises}
            chosen={draft.exerciseId}
            error={problems.exercise}
            onChoose={exerciseId => change({ exerciseId })}
          />
        )}
        <TextArea
          label={t(isTextEnough(task) ? 'homework.form.message' : 'homework.form.optional')}
          value={draft.text}
          maxLength={longestText}
          dir="auto"
          error={textError}
          required={task.answerWith === 'message'}
          onChange={event => change({ text: event.currentTarget.value })}
        />
        {task.answerWith !== 'message' && <FilesPart kept={kept} most={mostUploads(task)} error={problems.files} />}
        {task.isSelfieRequired && (
          <SelfiePart
            selfie={draft.selfie}
            text={t('homework.selfie.text')}
            error={problems.selfie && t(problems.selfie)}
            onChange={selfie => change({ selfie })}
          />
        )}
        {failure.notice && (
          <Notice live tone="danger">
            {failure.notice.title}
          </Notice>
        )}
        {canSend && (
          <Button type="submit" icon="send" busy={isBusy}>
            {t(choices ? 'homework.conflict.replace' : 'homework.form.send')}
          </Button>
        )}
        <p className={styles.note}>{t('homework.form.kept')}</p>
      </form>
    </Card>
  )
}

/** Ids of the draft's failed uploads. Uploads that no longer exist are removed from the draft. */
function useFailedUploads({ draft, change }: KeptDraft): ReadonlySet<string> {
  const ids = useMemo(() => uploadsOf(draft), [draft])
  const views = useUploads(ids)
  useEffect(() => {
    const exists = (id: string) => browserUploads.view(id) !== undefined
    const removeLost = () =>
      change(before => ({
        uploads: before.uploads.filter(exists),
        selfie: before.selfie !== undefined && exists(before.selfie) ? before.selfie : undefined,
      }))
    browserUploads.load().then(removeLost, () => {})
  }, [change])
  return useMemo(() => new Set(views.filter(view => view.state === 'FAIL').map(view => view.id)), [views])
}

interface FilesProps {
  kept: KeptDraft
  /** The most files allowed. */
  most: number
  error: CopyKey | undefined
}

/** The photos and videos of an answer; they upload while it is still being written. */
function FilesPart({ kept: { draft, change }, most, error }: FilesProps) {
  const t = useCopy()
  const { uploads } = draft
  return (
    <FieldGroup label={t('homework.form.files')} error={error && t(error)}>
      <UploadList
        ids={uploads}
        onRemove={gone => change(before => ({ uploads: before.uploads.filter(one => one !== gone) }))}
      />
      {uploads.length < most && (
        <PickFiles
          most={most - uploads.length}
          onPicked={picked => change(before => ({ uploads: [...before.uploads, ...picked].slice(0, most) }))}
        />
      )}
    </FieldGroup>
  )
}
