import { useCopy } from '#kit/copy/copy.tsx'
import { Badge, type Tone } from '#kit/ui/Badge.tsx'
import type { StreamStatusRecord } from '#shared/features/streams/forms.ts'

type Standing = StreamStatusRecord['homeworks'][number]['status']
const tones: Record<Standing, Tone> = { NOT_UPLOADED: 'neutral', UPLOADED: 'accent', DONE: 'success', FAIL: 'warning' }

interface Props {
  homeworkId: number
  status: StreamStatusRecord
  /** A stage's homework is named; a day's is known by its day. */
  title?: string
}

/** Where the learner is with a homework (STR-10). */
export function HomeworkMark({ homeworkId, status, title }: Props) {
  const t = useCopy()
  const known = status.homeworks.find(homework => homework.target_id === homeworkId)
  const standing = known?.status ?? 'NOT_UPLOADED'
  const isLocked = known?.is_locked ?? false
  const words = t(isLocked ? 'streams.homework.locked' : `streams.homework.${standing}`)
  return (
    <Badge tone={tones[standing]} icon={standing === 'DONE' ? 'check' : isLocked ? 'lock' : 'homework'}>
      {title && (isLocked || standing !== 'NOT_UPLOADED')
        ? `${t('streams.homework.stage', { title })} · ${words}`
        : title
          ? t('streams.homework.stage', { title })
          : words}
    </Badge>
  )
}
