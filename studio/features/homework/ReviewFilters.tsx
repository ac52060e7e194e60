import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Picker } from '#studio/platform/Picker.tsx'
import { reviewFiltersQuery } from './data.ts'
import { optionsOf, type ReviewFilter } from './review-filters.ts'

type Changes = { course?: number; cohort?: number; stage?: number }
type Props = { filter: ReviewFilter; onChange: (changes: Changes) => void }

/** Which course, cohort and stage; another course starts the other two anew. */
export function ReviewFilters({ filter, onChange }: Props) {
  const t = useCopy()
  const { data = [] } = useQuery(reviewFiltersQuery())
  const { courses, cohorts, stages } = optionsOf(data, filter)
  const choose = (name: keyof Changes, id: number | undefined) =>
    onChange(name === 'course' ? { course: id, cohort: undefined, stage: undefined } : { [name]: id })
  const count = (waiting: number) => t('reviews.waiting', { waiting })
  return (
    <>
      <Picker
        label={t('reviews.filter.course')}
        all={t('reviews.filter.courses')}
        gone={t('reviews.filter.gone')}
        value={filter.courseId}
        options={courses.map(({ id, title, waiting }) => ({ id, label: `${title} (${count(waiting)})` }))}
        onChoose={id => choose('course', id)}
      />
      {filter.courseId !== undefined && (
        <>
          <Picker
            label={t('reviews.filter.cohort')}
            all={t('reviews.filter.cohorts')}
            gone={t('reviews.filter.gone')}
            value={filter.cohortId}
            options={cohorts.map(({ id, title, waiting }) => ({
              id,
              label: `${formatLocalDate(title, t.language)} (${count(waiting)})`,
            }))}
            onChoose={id => choose('cohort', id)}
          />
          <Picker
            label={t('reviews.filter.stage')}
            all={t('reviews.filter.stages')}
            gone={t('reviews.filter.gone')}
            value={filter.stageId}
            options={stages.map(({ id, title, waiting }) => ({ id, label: `${title} (${count(waiting)})` }))}
            onChoose={id => choose('stage', id)}
          />
        </>
      )}
    </>
  )
}
