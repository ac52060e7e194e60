import { useCopy } from '#kit/copy/copy.tsx'
import { Badge, type Tone } from '#kit/ui/Badge.tsx'
import type { StreamStatusRecord } from '#shared/features/streams/forms.ts'

type Standing = StreamStatusRecord['homeworks'][number]['status']
const tones: Record<Standing, Tone> = { NOT_UPLOADED: 'neutral', UPLOADED: 'accent', DONE: 'success', FAIL: 'warning' }

interface Props {
  homeworkId: number
  status: StreamStatusRecord
}

/** Where the learner is with a homework. */
export function HomeworkMark({ homeworkId, status }: Props) {
  const t = useCopy()
  const known = status.homeworks.find(homework => homework.target_id === homeworkId)
  const standing = known?.status ?? 'NOT_UPLOADED'
  if (known?.is_locked) return <Badge icon="lock">{t('streams.homework.locked')}</Badge>
  return (
    <Badge tone={tones[standing]} icon={standing === 'DONE' ? 'check' : 'homework'}>
      {t(`streams.homework.${standing}`)}
    </Badge>
  )
}
