import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { QuestionDialog } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import styles from '../Call.module.css'
import type { CallRecording } from './use-recording.ts'

interface Props {
  recording: CallRecording
  /** Of the other person. */
  name: string
}

/** Who sees a recording, and how long. */
function useTerms({ keptUntil }: CallRecording): string {
  const t = useCopy()
  if (keptUntil === null) return t('videocall.record.terms.open')
  return t('videocall.record.terms', { date: formatLocalDate(keptUntil, t.language) })
}

/** Asks to record, or stops it, among the controls of the call. */
export function RecordButton({ recording, name }: Props) {
  const t = useCopy()
  const terms = useTerms(recording)
  const [isAsking, setAsking] = useState(false)
  const { stage, canAgree, hindrance } = recording
  const isRunning = stage === 'running'
  if (!isRunning && (stage !== 'off' || !(canAgree || hindrance))) return null
  const press = () => {
    if (isRunning) void recording.stop()
    else if (hindrance) toast(t(`videocall.record.not.${hindrance}`))
    else setAsking(true)
  }
  return (
    <>
      <IconButton
        look="filled"
        icon="record"
        label={t(isRunning ? 'videocall.record.stop' : 'videocall.record')}
        data-on={isRunning || undefined}
        onClick={press}
      />
      {isAsking && (
        <QuestionDialog
          title={t('videocall.record.ask', { name })}
          text={`${t('videocall.record.both', { name })} ${terms}`}
          yes={t('videocall.record.ask.yes', { name })}
          no={t('ui.cancel')}
          onAnswer={isYes => {
            setAsking(false)
            if (isYes) void recording.agree()
          }}
        />
      )}
    </>
  )
}

/** That the call is recorded, or that somebody asks to: seen, and read aloud. */
export function RecordingNews({ recording, name }: Props) {
  const t = useCopy()
  const terms = useTerms(recording)
  const { stage, canAgree, hindrance } = recording
  return (
    <>
      <p role="status" className={styles.words} hidden={stage !== 'running'} data-recording={stage}>
        {stage === 'running' && (
          <>
            <span className={styles.recordingLamp} aria-hidden />
            {t('videocall.record.running')}
          </>
        )}
      </p>
      {stage === 'asking' && (
        <Notice live icon="record" action={<StopButton recording={recording} label={t('videocall.record.takeBack')} />}>
          {t('videocall.record.asking', { name })}
        </Notice>
      )}
      {stage === 'asked' && (
        <Notice
          live
          icon="record"
          title={t('videocall.record.asked', { name })}
          action={
            <div className={styles.row}>
              {canAgree && <Button onClick={() => void recording.agree()}>{t('videocall.record.agree')}</Button>}
              <StopButton recording={recording} label={t('videocall.record.refuse')} />
            </div>
          }
        >
          {hindrance ? t(`videocall.record.not.${hindrance}`) : terms}
        </Notice>
      )}
    </>
  )
}

function StopButton({ recording, label }: { recording: CallRecording; label: string }) {
  return (
    <Button look="secondary" onClick={() => void recording.stop()}>
      {label}
    </Button>
  )
}
