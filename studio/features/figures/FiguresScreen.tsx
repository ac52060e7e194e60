import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import type { AnswerWeekWire } from '#shared/features/figures/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { useSpans } from '#studio/platform/spans.ts'
import { type FigureColumn, FigureTable } from '#studio/platform/tables/FigureTable.tsx'
import { BarChart } from './BarChart.tsx'
import { activityQuery, answersQuery, peopleOf, useFigures } from './data.ts'
import styles from './Figures.module.css'
import { FiguresPage, Loaded } from './FiguresPage.tsx'
import { useSpan } from './MoneyFilters.tsx'

const coursesQuery = () => callQuery('GET /studio/courses')

/** `/admin/figures`: who is active and how fast answers come, and the way to the figures of each course. */
export function FiguresScreen() {
  const t = useCopy()
  usePageTitle(t('figures.title'))
  const isAdmin = useUser().role === 'admin'
  const { getId, set } = useQueryState()
  const courseId = getId('course')
  const { data: courses = [] } = useQuery(coursesQuery())
  const options = courses.filter(({ version }) => version > 0).map(({ id, title }) => ({ id, label: title }))
  return (
    <FiguresPage
      title={t('figures.title')}
      tools={
        <Picker
          label={t('figures.course')}
          all={t('figures.allCourses')}
          value={courseId}
          options={options}
          onChoose={id => set({ course: id })}
        />
      }
    >
      <p className={styles.muted}>{t('figures.lead')}</p>
      {isAdmin && (
        <section aria-labelledby="money">
          <h2 id="money">{t('figures.money')}</h2>
          <ul className={styles.list}>
            {(['sales', 'subscriptions'] as const).map(name => (
              <li key={name}>
                <Link href={pathTo(name)}>{t(`figures.${name}`)}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {options.length > 0 && (
        <section aria-labelledby="courses">
          <h2 id="courses">{t('figures.courses')}</h2>
          <ul className={styles.list}>
            {options
              .filter(({ id }) => courseId === undefined || id === courseId)
              .map(({ id, label }) => (
                <li key={id}>
                  <Link href={pathTo('courseFigures', { courseId: id })} dir="auto">
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      )}
      <Activity courseId={courseId} hasPeople={isAdmin} />
      {isAdmin && <Answers courseId={courseId} />}
    </FiguresPage>
  )
}

type ActivityProps = { courseId: number | undefined; hasPeople: boolean }

function Activity({ courseId, hasPeople }: ActivityProps) {
  const t = useCopy()
  const { by, picker, dateOf } = useSpan()
  const { asked, shown } = useFigures({ by, courseId }, activityQuery)
  const columns: FigureColumn<{ starts_on: string; learners: number }>[] = [
    { id: 'from', title: t(`figures.${shown.by}`), text: row => dateOf(row.starts_on) },
    {
      id: 'learners',
      title: t('figures.active'),
      text: row => String(row.learners),
      figure: row => row.learners,
      href: row =>
        hasPeople && row.learners > 0
          ? peopleOf({ kind: 'active', by: shown.by, starts_on: row.starts_on, course_id: shown.courseId })
          : undefined,
    },
  ]
  return (
    <Loaded asked={asked}>
      {({ spans }) => (
        <FigureTable
          title={t('figures.activity')}
          file={`active-learners-by-${shown.by}`}
          columns={columns}
          rows={spans.toReversed()}
          idOf={row => row.starts_on}
        >
          <p className={styles.muted}>{t('figures.activity.text')}</p>
          {picker}
          <BarChart
            series={[t('figures.active')]}
            bars={spans.map(span => ({ label: dateOf(span.starts_on), values: [span.learners] }))}
          />
        </FigureTable>
      )}
    </Loaded>
  )
}

function Answers({ courseId }: { courseId: number | undefined }) {
  const t = useCopy()
  const { span } = useSpans()
  const { dateOf } = useSpan()
  const { asked, shown } = useFigures({ courseId }, answersQuery)
  const listOf = (row: AnswerWeekWire, late?: 'yes') =>
    pathTo('reviews', {}, { show: 'done', week: row.starts_on, course: shown.courseId, late })
  const columns: FigureColumn<AnswerWeekWire>[] = [
    { id: 'from', title: t('figures.week'), text: row => dateOf(row.starts_on) },
    {
      id: 'answered',
      title: t('figures.answered'),
      text: row => String(row.answered),
      figure: row => row.answered,
      href: row => (row.answered > 0 ? listOf(row) : undefined),
    },
    {
      id: 'late',
      title: t('figures.late'),
      text: row => String(row.late),
      figure: row => row.late,
      href: row => (row.late > 0 ? listOf(row, 'yes') : undefined),
    },
    ...(['median', 'p90'] as const).map(
      (id): FigureColumn<AnswerWeekWire> => ({
        id,
        title: t(`figures.${id}`),
        text: row => span(row[id]),
        figure: row => row[id],
        href: row => (row.answered > 0 ? listOf(row) : undefined),
      }),
    ),
  ]
  const hours = (seconds: number | null) => Math.round((seconds ?? 0) / 360) / 10
  return (
    <Loaded asked={asked}>
      {weeks => (
        <FigureTable
          title={t('figures.answers')}
          name="answers-"
          file="answer-times"
          columns={columns}
          rows={weeks.toReversed()}
          idOf={row => row.starts_on}
        >
          <p className={styles.muted}>
            {t('figures.answers.text')} <Link href={pathTo('workload')}>{t('figures.byExpert')}</Link>
          </p>
          <BarChart
            series={[t('figures.median'), t('figures.p90')]}
            bars={weeks.map(row => ({ label: dateOf(row.starts_on), values: [hours(row.median), hours(row.p90)] }))}
          />
        </FigureTable>
      )}
    </Loaded>
  )
}
