import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/Badge.tsx'
import type { UserHomework } from '#shared/features/homework/forms.ts'
import type { HandIn } from './hand-in/hand-ins.ts'
import { homeworkMark } from './homework-words.ts'

interface Props {
  status: UserHomework
  handIn: HandIn | undefined
  /** What the approval brought. */
  points?: number
}

/** Where the learner is with a homework; what waits on this device counts before what the server knows. */
export function StatusBadge({ status, handIn, points }: Props) {
  const t = useCopy()
  const { text, tone, icon } = homeworkMark(t, status, { points, handIn: handIn?.state })
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}
