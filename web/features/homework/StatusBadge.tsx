import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { Badge, type Tone } from '#kit/ui/marks/Badge.tsx'
import type { IconName } from '#kit/ui/marks/Icon.tsx'
import type { UserHomework } from '#shared/features/homework/forms.ts'
import type { HandIn, HandInState } from './hand-in/hand-ins.ts'

type Mark = { text: string; tone: Tone; icon: IconName }

const tones: Record<UserHomework['status'], Pick<Mark, 'tone' | 'icon'>> = {
  NOT_UPLOADED: { tone: 'neutral', icon: 'homework' },
  UPLOADED: { tone: 'accent', icon: 'clock' },
  DONE: { tone: 'success', icon: 'check' },
  FAIL: { tone: 'warning', icon: 'refresh' },
}

/** The badge of a homework. A hand-in that waits on this device comes before the server's status. */
export function homeworkMark(
  t: Copy,
  { status, isLocked, lockReason }: Pick<UserHomework, 'status' | 'isLocked' | 'lockReason'>,
  { points = 0, handIn }: { points?: number; handIn?: HandInState } = {},
): Mark {
  if (handIn === 'waiting') return { text: t('homework.state.waiting'), tone: 'accent', icon: 'send' }
  if (handIn === 'refused') return { text: t('homework.state.refused'), tone: 'warning', icon: 'alert' }
  const text = t(`homework.state.${status}`, { points })
  // An approval still shows after the course has closed.
  if (isLocked && status !== 'DONE') {
    return { text: t(`homework.lock.${lockReason ?? 'stream'}`), tone: 'neutral', icon: 'lock' }
  }
  return { text, ...tones[status] }
}

interface Props {
  status: UserHomework
  handIn: HandIn | undefined
  /** Points earned by the approval. */
  points?: number
}

export function StatusBadge({ status, handIn, points }: Props) {
  const t = useCopy()
  const { text, tone, icon } = homeworkMark(t, status, { points, handIn: handIn?.state })
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}
