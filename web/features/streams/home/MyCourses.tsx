import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import type { Course, CourseOption } from '#shared/features/courses/forms.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { isInTab, type StreamTab, streamTabs } from '#shared/features/streams/choice-rules.ts'
import { track } from '#web/platform/analytics.ts'
import { FilterValue } from '#web/platform/FilterValue.tsx'
import { type Filters, filtered, isFiltering, keptFilters, offeredOptions, toggled } from './course-filters.ts'
import { CourseRow } from './CourseRows.tsx'
import rowStyles from './CourseRows.module.css'
import styles from './MyCourses.module.css'

interface FilterProps {
  options: readonly CourseOption[]
  filters: Filters
  /** How many courses match; undefined while no filter is chosen. */
  found: number | undefined
  onToggle: (optionId: string, value: string) => void
  onClear: () => void
}

/** Filters by course option; several values of an option may be chosen. */
function FilterBar({ options, filters, found, onToggle, onClear }: FilterProps) {
  const t = useCopy()
  // A choice kept from another visit is shown, not hidden.
  const [isOpen] = useState(isFiltering(filters))
  return (
    <details className={styles.filters} open={isOpen}>
      <summary className={styles.summary}>
        <Icon name="chevron-down" />
        {t('streams.filters')}
      </summary>
      <div className={styles.options}>
        {options.map(option => (
          <fieldset key={option.id} className={styles.option}>
            <legend>{option.title}</legend>
            <div className={styles.values}>
              {option.trainingLessonOptionValues.map(value => (
                <FilterValue
                  key={value}
                  value={value}
                  isChosen={filters[option.id]?.includes(value) ?? false}
                  onPress={() => onToggle(option.id, value)}
                />
              ))}
            </div>
          </fieldset>
        ))}
        {isFiltering(filters) && (
          <Button look="lone" onClick={onClear}>
            {t('streams.filters.clear')}
          </Button>
        )}
      </div>
      <p role="status" className={styles.found}>
        {found !== undefined && t('streams.filters.found', { count: found })}
      </p>
    </details>
  )
}

interface Props {
  streams: readonly UserStream[]
  courses: ReadonlyMap<number, Course>
}

/** The learner's courses by tab, filtered by course options. */
export function MyCourses({ streams, courses }: Props) {
  const t = useCopy()
  const [tab, setTab] = useState<StreamTab>('ongoing')
  const options = offeredOptions(courses.values())
  const [filters, setFilters] = useState(() => keptFilters(streams, options))
  const ofTab = (id: StreamTab) => streams.filter(stream => isInTab(stream.status, id))
  const inTab = ofTab(tab)
  const shown = filtered(inTab, courses, filters)
  const tabs = streamTabs.map(id => {
    const name = t(`streams.tab.${id}`)
    const count = ofTab(id).length
    return {
      id,
      label: (
        <span aria-label={t('streams.tab.count', { name, count })}>
          {name} {count > 0 && <span className={styles.count}>{count}</span>}
        </span>
      ),
    }
  })
  const choose = (next: Filters) => {
    setFilters(next)
    void import('./keep-filters.ts').then(({ keepFilters }) => keepFilters(streams, courses, next)).catch(() => {})
  }
  const handleFilter = (option: string, value: string) => {
    choose(toggled(filters, option, value))
    track({ name: 'filter_change', option, value })
  }
  return (
    <div className={styles.mine}>
      <Tabs label={t('streams.tabs')} tabs={tabs} selected={tab} onSelect={setTab}>
        {inTab.length > 0 && <p className={styles.about}>{t(`streams.tab.${tab}.text`)}</p>}
        {inTab.length > 0 && options.length > 0 && (
          <FilterBar
            options={options}
            filters={filters}
            found={isFiltering(filters) ? shown.length : undefined}
            onToggle={handleFilter}
            onClear={() => choose({})}
          />
        )}
        {shown.length > 0 ? (
          <ul className={rowStyles.rows}>
            {shown.map(stream => (
              <CourseRow key={stream.id} stream={stream} course={courses.get(stream.courseId)} isDetailed />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon="book"
            title={t(inTab.length > 0 ? 'streams.none.filtered' : `streams.none.${tab}`)}
            text={inTab.length > 0 ? undefined : t('streams.none.text')}
          />
        )}
      </Tabs>
    </div>
  )
}
