import { useCopy } from '#kit/copy/copy.tsx'
import { Badge, type Tone } from '#kit/ui/marks/Badge.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { Day } from '#shared/features/courses/forms.ts'
import type { StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { isAccessible } from '#shared/features/streams/choice-rules.ts'
import { isDemoOnly } from '#shared/features/streams/rules.ts'
import styles from './DayMarks.module.css'

const minute = 60_000

/** How long a day takes and how many points it brings; nothing for a day that says neither. */
export function DayMeta({ day }: { day: Pick<Day, 'finishTotalTime' | 'scores'> }) {
  const t = useCopy()
  const points = day.scores.reduce((sum, { amount }) => sum + amount, 0)
  const minutes = Math.ceil(day.finishTotalTime / minute)
  if (!points && !minutes) return null
  return (
    <ul className={styles.meta}>
      {minutes > 0 && (
        <li>
          <Icon name="clock" />
          {t('streams.day.minutes', { count: minutes })}
        </li>
      )}
      {points > 0 && (
        <li>
          <Icon name="star" />
          {t('streams.day.points', { count: points })}
        </li>
      )}
    </ul>
  )
}

type HomeworkState = StreamStatusRecord['homeworks'][number]['status']
const tones: Record<HomeworkState, Tone> = {
  NOT_UPLOADED: 'neutral',
  UPLOADED: 'accent',
  DONE: 'success',
  FAIL: 'warning',
}

interface HomeworkMarkProps {
  homeworkId: number
  stream: UserStream
  status: StreamStatusRecord
}

/** How far the learner is with a homework of a day or stage; what was handed in keeps its mark once it is locked. */
export function HomeworkMark({ homeworkId, stream, status }: HomeworkMarkProps) {
  const t = useCopy()
  const known = status.homeworks.find(homework => homework.target_id === homeworkId)
  const state = known?.status ?? 'NOT_UPLOADED'
  if (known?.is_locked && state === 'NOT_UPLOADED') {
    const isLeftOut = isAccessible(stream.status) && isDemoOnly(stream)
    return <Badge icon="lock">{t(isLeftOut ? 'streams.homework.leftOut' : 'streams.homework.locked')}</Badge>
  }
  return (
    <Badge tone={tones[state]} icon={state === 'DONE' ? 'check' : 'homework'}>
      {t(`streams.homework.${state}`)}
    </Badge>
  )
}
