import { useCopy } from '#kit/copy/copy.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { HomeworkDetail } from '../data.ts'
import { type HomeworkDraft, uploadsOf } from './draft.ts'
import styles from './HandIn.module.css'
import { MyVersion } from './MyVersion.tsx'

interface Props {
  detail: HomeworkDetail
  draft: HomeworkDraft
}

/** An answer started here to a homework that is locked now: it stays as it is, and is gone on with when that opens again. */
export function LockedDraft({ detail: { status, exercises }, draft }: Props) {
  const t = useCopy()
  const exercise = exercises.find(one => one.id === draft.exerciseId)?.title
  return (
    <Card as="section" aria-labelledby="hand-in">
      <div className={styles.form}>
        <h2 id="hand-in">{t('homework.conflict.mine')}</h2>
        <Notice icon="lock">{t(`homework.lock.${status.lockReason ?? 'stream'}`)}</Notice>
        {exercise && <p className={styles.note}>{t('homework.attempt.exercise', { title: exercise })}</p>}
        <MyVersion handIn={{ text: draft.text, uploads: uploadsOf(draft) }} />
        <p className={styles.note}>{t('homework.form.kept')}</p>
      </div>
    </Card>
  )
}
