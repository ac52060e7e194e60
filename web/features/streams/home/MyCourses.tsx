import { useState } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { Slot } from '#kit/shell/Slot.tsx'
import type { Course, CourseOption } from '#shared/features/courses/forms.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { isInTab, type StreamTab, streamTabs } from '#shared/features/streams/choice-rules.ts'
import { track } from '#web/platform/analytics.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { FilterValue } from '#web/platform/FilterValue.tsx'
import { useUser } from '#web/features/accounts/data.ts'
import { CoursePicture } from '#web/features/courses/CoursePicture.tsx'
import { type Filters, filtered, isFiltering, keptFilters, offeredOptions, toggled } from './course-selection.ts'
import styles from './HomeScreen.module.css'
import { statusWords } from '../stream-words.ts'

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
          <Button look="ghost" onClick={onClear}>
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

interface CardProps {
  stream: UserStream
  course: Course | undefined
}

/** One of the learner's courses; the whole card links to its calendar. */
function StreamCard({ stream, course }: CardProps) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const words = statusWords(t, stream, timeZone)
  const { completeDaysCount, daysCount, progress } = stream.progress
  const days = t('streams.progress', { done: completeDaysCount, count: daysCount })
  const title = course?.title ?? ''
  return (
    <Card as="li" interactive flush className={styles.stream}>
      <div className={styles.streamPicture}>
        <CoursePicture picture={course?.image ?? course?.background} sizes="(min-width: 828px) 22rem, 100vw" />
        <div className={styles.badges}>
          <Badge tone={words.tone} icon={words.icon}>
            {words.text}
          </Badge>
          {stream.isDemo && <Badge tone="accent">{t('streams.demo')}</Badge>}
        </div>
      </div>
      <div className={styles.streamBody}>
        <h3 className={styles.title}>
          <Link href={pathTo('calendar', { streamId: stream.id })} className={cardTarget}>
            {title}
          </Link>
        </h3>
        <p className={styles.facts}>
          {[...(course?.tags ?? []), datesOf()].map(fact => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {stream.isCritical && <Slot name="endsSoon" stream={stream} />}
        {daysCount > 0 && (
          <div className={styles.progress}>
            <ProgressBar
              percent={progress}
              tone={progress >= 100 ? 'success' : 'accent'}
              label={t('streams.progress.label', { title })}
              valueText={days}
            />
            <p className={styles.daysDone}>{days}</p>
          </div>
        )}
      </div>
    </Card>
  )

  function datesOf() {
    const [from, to] = [stream.startsOn, stream.endsOn].map(date => formatLocalDate(date, t.language, 'short'))
    return t('streams.dates', { from: from ?? '', to: to ?? '' })
  }
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
    <section aria-labelledby="my-courses" className={styles.mine}>
      <h2 id="my-courses">{t('streams.mine')}</h2>
      <Tabs label={t('streams.tabs')} tabs={tabs} selected={tab} onSelect={setTab}>
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
