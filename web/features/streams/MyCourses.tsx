import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Tabs } from '#kit/ui/Tabs.tsx'
import type { Course } from '#shared/features/courses/forms.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { isInTab, type StreamTab, streamTabs } from '#shared/features/streams/rules.ts'
import { track } from '#web/platform/analytics.ts'
import { type Filters, filtered, isFiltering, offeredOptions, toggled } from './course-filters.ts'
import { FilterBar } from './FilterBar.tsx'
import styles from './HomeScreen.module.css'
import { StreamCard } from './StreamCard.tsx'

interface Props {
  streams: readonly UserStream[]
  courses: ReadonlyMap<number, Course>
}

/** The learner's courses by tab, narrowed by course options. */
export function MyCourses({ streams, courses }: Props) {
  const t = useCopy()
  const [tab, setTab] = useState<StreamTab>('ongoing')
  const [filters, setFilters] = useState<Filters>({})
  const ofTab = (id: StreamTab) => streams.filter(stream => isInTab(stream.status, id))
  const inTab = ofTab(tab)
  const shown = filtered(inTab, courses, filters)
  const options = offeredOptions(courses.values())
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
  const handleFilter = (option: string, value: string) => {
    setFilters(toggled(filters, option, value))
    track({ name: 'filter_change', option, value })
  }
  return (
    <section aria-labelledby="my-courses" className={styles.mine}>
      <h2 id="my-courses">{t('streams.mine')}</h2>
      <Tabs label={t('streams.tabs')} tabs={tabs} selected={tab} onSelect={setTab}>
        {inTab.length > 0 && options.length > 0 && (
          <FilterBar
            options={options}
            filters={filters}
            found={isFiltering(filters) ? shown.length : undefined}
            onToggle={handleFilter}
            onClear={() => setFilters({})}
          />
        )}
        {shown.length > 0 ? (
          <ul className={styles.cards}>
            {shown.map(stream => (
              <StreamCard key={stream.id} stream={stream} course={courses.get(stream.courseId)} />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon="book"
            title={t(inTab.length > 0 ? 'streams.empty.filtered' : `streams.empty.${tab}`)}
            text={inTab.length > 0 ? undefined : t('streams.empty.text')}
          />
        )}
      </Tabs>
    </section>
  )
}
