import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { WrittenCourseWire } from '#shared/features/courses/authoring-calls.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { ListOf } from '#studio/platform/ListOf.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import rows from '#studio/platform/Rows.module.css'
import { Search } from '#studio/platform/fields/Search.tsx'
import { courseOrders, coursesFor, courseStates } from './course-order.ts'
import { coursesQuery } from './data.ts'
import { NewCourseDialog } from './NewCourseDialog.tsx'
import styles from './Courses.module.css'

/** `/admin/courses`: the courses of the brand, the last published first. */
export function CoursesScreen() {
  const t = useCopy()
  usePageTitle(t('courses.title'))
  return (
    <>
      <h1>{t('courses.title')}</h1>
      <p className={styles.lead}>{t('courses.lead')}</p>
      <div className={styles.action}>
        <Button onClick={() => void openDialog(close => <NewCourseDialog onClose={() => close()} />)}>
          {t('courses.new')}
        </Button>
        <LinkButton look="secondary" href={pathTo('courseImports')}>
          {t('courses.import')}
        </LinkButton>
      </div>
      <CourseList />
    </>
  )
}

function CourseList() {
  const t = useCopy()
  const { get, set } = useQueryState()
  const asked = useQuery({ ...coursesQuery(), refetchOnMount: 'always' })
  const order = courseOrders.find(one => one === get('sort')) ?? 'published'
  const state = courseStates.find(one => one === get('state')) ?? 'current'
  const words = get('q') ?? ''
  return (
    <ListOf asked={asked}>
      {courses => {
        if (courses.length === 0)
          return <EmptyState icon="book" title={t('courses.empty.title')} text={t('courses.empty.text')} />
        const found = coursesFor(courses, words, order, state)
        return (
          <>
            <div className={styles.action}>
              <Search label={t('courses.search')} value={words} onChange={q => set({ q })} />
              <Picker
                label={t('courses.sort')}
                value={order}
                options={courseOrders.map(id => ({ id, label: t(`courses.sort.${id}`) }))}
                onChoose={sort => set({ sort: sort === 'published' ? undefined : sort })}
              />
              {(state === 'archived' || courses.some(course => course.is_archived)) && (
                <Picker
                  label={t('courses.state')}
                  value={state}
                  options={courseStates.map(id => ({ id, label: t(`courses.state.${id}`) }))}
                  onChoose={next => set({ state: next === 'current' ? undefined : next })}
                />
              )}
            </div>
            {found.length > 0 ? <Rows courses={found} /> : <NoneFound state={state} hasWords={words.trim() !== ''} />}
          </>
        )
      }}
    </ListOf>
  )
}

type NoneProps = { state: (typeof courseStates)[number]; hasWords: boolean }

function NoneFound({ state, hasWords }: NoneProps) {
  const t = useCopy()
  if (hasWords) return <EmptyState icon="book" title={t('courses.none.title')} text={t('courses.none.text')} />
  if (state === 'archived') return <EmptyState icon="book" title={t('courses.noneArchived')} />
  const names = { filter: t('courses.state'), state: t('courses.state.archived') }
  return <EmptyState icon="book" title={t('courses.allArchived')} text={t('courses.allArchived.text', names)} />
}

function Rows({ courses }: { courses: readonly WrittenCourseWire[] }) {
  const t = useCopy()
  const { date } = useMoments()
  return (
    <ul className={rows.rows}>
      {courses.map(({ id, title, key, version, days_count: days, learners_count: learners, published_at: at }) => (
        <li key={id}>
          <Link href={pathTo('course', { courseId: id })} className={rows.row}>
            <strong dir="auto">{title}</strong>
            <span className={styles.muted}>
              {[
                key,
                ...(version > 0
                  ? [t('courses.version', { version }), t('courses.publishedOn', { date: date(at * 1000, 'numeric') })]
                  : [t('courses.unpublished')]),
                t('courses.days', { count: days }),
                t('courses.learners', { count: learners }),
              ].join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
