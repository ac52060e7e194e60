import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { CohortLearnerWire, CohortWire } from '#shared/features/cohorts/contract.ts'

const tones = {
  open: 'success',
  started: 'success',
  freeze: 'warning',
  stopped: 'danger',
  not_started: 'neutral',
  ended: 'neutral',
} as const

/** Where a cohort, or a learner's place in it, stands. */
export function CohortState({ state }: { state: CohortWire['state'] | CohortLearnerWire['status'] }) {
  const t = useCopy()
  return <Badge tone={tones[state]}>{t(`cohorts.state.${state}`)}</Badge>
}
