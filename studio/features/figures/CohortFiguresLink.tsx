import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { pathTo } from '#studio/platform/addresses.ts'

/** From a cohort to where its learners stop. */
export function CohortFiguresLink({ courseId, cohortId }: { courseId: number; cohortId: number }) {
  const t = useCopy()
  return (
    <LinkButton look="secondary" icon="compass" href={pathTo('courseFigures', { courseId }, { cohorts: cohortId })}>
      {t('figures.stops')}
    </LinkButton>
  )
}
