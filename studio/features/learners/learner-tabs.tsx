import { useCopy } from '#kit/copy/copy.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import type { CardTab } from './CardTabs.tsx'
import { DaysPart } from './DaysPart.tsx'
import { NotesPart } from './NotesPart.tsx'
import { PointsPart } from './PointsPart.tsx'
import { WorkPart } from './WorkPart.tsx'

/** The parts of a learner's card that everybody has who may see it. */
export function useLearnerTabs(userId: number): CardTab[] {
  const t = useCopy()
  const hasOrders = useUser().role !== 'expert'
  const points = t(hasOrders ? 'learners.part.pointsAndOrders' : 'learners.part.points')
  return [
    { id: 'days', label: t('learners.part.days'), content: <DaysPart userId={userId} /> },
    { id: 'work', label: t('learners.part.work'), content: <WorkPart userId={userId} /> },
    { id: 'points', label: points, content: <PointsPart userId={userId} hasOrders={hasOrders} /> },
    { id: 'notes', label: t('learners.part.notes'), content: <NotesPart userId={userId} /> },
  ]
}
