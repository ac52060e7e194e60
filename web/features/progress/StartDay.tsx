import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { Card } from '#kit/ui/Card.tsx'
import type { LessonPlace } from './day-content.ts'
import styles from './StartDay.module.css'

interface Props {
  lessons: readonly LessonPlace[]
  busy: boolean
  onStart: () => void
}

/** The invitation to begin a day. */
export function StartDay({ lessons, busy, onStart }: Props) {
  const t = useCopy()
  const picture = lessons.map(({ lesson }) => lesson.imageUrl ?? lesson.localVideoFile?.preview).find(Boolean)
  return (
    <Card flush tone="accent" className={styles.start}>
      {picture && <img className={styles.picture} src={picture} alt="" />}
      <div className={styles.body}>
        <p className={styles.text}>{t('progress.start.text', { count: lessons.length })}</p>
        <Button icon="play" busy={busy} onClick={onStart}>
          {t('progress.start')}
        </Button>
      </div>
    </Card>
  )
}
