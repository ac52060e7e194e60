import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { StopsWire, WatchedWire } from '#shared/features/figures/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { type FigureColumn, FigureTable } from '#studio/platform/tables/FigureTable.tsx'
import { BarChart } from './BarChart.tsx'
import { peopleOf, stopsQuery, watchingQuery } from './data.ts'
import styles from './Figures.module.css'
import { FiguresPage, Loaded } from './FiguresPage.tsx'

/** As many cohorts stand side by side at first. */
const shownFirst = 3
const mostShown = 6

/** `/admin/figures/courses/:courseId`: where learners stop, cohorts side by side, and what they watch. */
export function CourseFiguresScreen({ courseId }: { courseId: number }) {
  const t = useCopy()
  const asked = useQuery({ ...stopsQuery(courseId), refetchOnMount: 'always' })
  const back = { href: pathTo('figures'), title: t('figures.back') }
  return (
    <OneThing
      asked={asked}
      title={({ title }) => title}
      gone={{ icon: 'book', title: t('figures.gone.title'), text: t('figures.gone.text'), back }}
    >
      {stops => (
        <FiguresPage back={back} title={stops.title}>
          {stops.cohorts.length === 0 ? (
            <EmptyState icon="users" title={t('figures.nobody.title')} text={t('figures.nobody.text')} />
          ) : (
            <>
              <Stops courseId={courseId} stops={stops} />
              <Watching courseId={courseId} cohorts={stops.cohorts} />
            </>
          )}
        </FiguresPage>
      )}
    </OneThing>
  )
}

type Cohort = StopsWire['cohorts'][number]
type Row = { id: number; number: number; title: string; byCohort: Cohort['days'] }

function Stops({ courseId, stops }: { courseId: number; stops: StopsWire }) {
  const t = useCopy()
  const isAdmin = useUser().role === 'admin'
  const { get, set } = useQueryState()
  const asked = get('cohorts')?.split('-').map(Number)
  const shown = stops.cohorts.filter(({ id }, index) => (asked ? asked.includes(id) : index < shownFirst))
  const nameOf = ({ starts_on: date }: Cohort) => formatLocalDate(date, t.language, 'numeric')
  const choose = (id: number, isWanted: boolean) => {
    const ids = stops.cohorts.map(cohort => cohort.id)
    const chosen = ids.filter(one => (one === id ? isWanted : shown.some(cohort => cohort.id === one)))
    set({ cohorts: chosen.length ? chosen.join('-') : undefined })
  }
  const column = (cohort: Cohort, index: number, kind: 'begun' | 'finished' | 'furthest'): FigureColumn<Row> => ({
    id: `${kind}-${cohort.id}`,
    title: t(`figures.${kind}.in`, { cohort: nameOf(cohort) }),
    text: row => String(row.byCohort[index]?.[kind] ?? 0),
    figure: row => row.byCohort[index]?.[kind] ?? 0,
    href: row =>
      isAdmin && (row.byCohort[index]?.[kind] ?? 0) > 0
        ? peopleOf({ kind, course_id: courseId, cohort_id: cohort.id, day_id: row.id })
        : undefined,
  })
  const rows = stops.days.map((day, at) => ({
    id: day.id,
    number: day.day_number,
    title: day.title,
    byCohort: shown.map(({ days }) => days[at] ?? { begun: 0, finished: 0, furthest: 0 }),
  }))
  const columns: FigureColumn<Row>[] = [
    { id: 'day', title: t('figures.day'), text: row => [row.number, row.title].filter(Boolean).join('. ') },
    ...(['begun', 'finished', 'furthest'] as const).flatMap(kind =>
      shown.map((cohort, index) => column(cohort, index, kind)),
    ),
  ]
  const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100))
  return (
    <FigureTable
      title={t('figures.stops')}
      file={`course-${courseId}-days`}
      columns={columns}
      rows={rows}
      idOf={row => row.id}
    >
      <p className={styles.muted}>{t('figures.stops.text')}</p>
      {stops.cohorts.length > 1 && (
        <fieldset className={styles.legend}>
          <legend>{t('figures.cohorts')}</legend>
          {stops.cohorts.map(cohort => {
            const isShown = shown.includes(cohort)
            return (
              <Checkbox
                key={cohort.id}
                label={nameOf(cohort)}
                checked={isShown}
                disabled={!isShown && shown.length >= mostShown}
                onChange={event => choose(cohort.id, event.target.checked)}
              />
            )
          })}
        </fieldset>
      )}
      <ul className={styles.list}>
        {shown.map(cohort => (
          <li key={cohort.id}>
            <CohortLine courseId={courseId} cohort={cohort} name={nameOf(cohort)} hasPeople={isAdmin} />
          </li>
        ))}
      </ul>
      <BarChart
        series={shown.map(nameOf)}
        isShare
        bars={rows.map(row => ({
          label: t('figures.dayNumber', { number: row.number }),
          values: shown.map(({ learners }, index) => percent(row.byCohort[index]?.begun ?? 0, learners)),
        }))}
      />
    </FigureTable>
  )
}

type LineProps = { courseId: number; cohort: Cohort; name: string; hasPeople: boolean }

function CohortLine({ courseId, cohort, name, hasPeople }: LineProps) {
  const t = useCopy()
  const { id, learners, not_begun: notBegun } = cohort
  const figure = (kind: 'learners' | 'not_begun', count: number) =>
    hasPeople && count > 0 ? (
      <Link href={peopleOf({ kind, course_id: courseId, cohort_id: id })}>{t(`figures.${kind}`, { count })}</Link>
    ) : (
      t(`figures.${kind}`, { count })
    )
  return (
    <>
      {t('figures.cohort', { cohort: name })}: {figure('learners', learners)} · {figure('not_begun', notBegun)}
    </>
  )
}

function Watching({ courseId, cohorts }: { courseId: number; cohorts: readonly Cohort[] }) {
  const t = useCopy()
  const isAdmin = useUser().role === 'admin'
  const { getId, set } = useQueryState()
  const cohortId = getId('cohort')
  const asked = useQuery({
    ...watchingQuery(courseId, cohortId),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const peopleIn = (row: WatchedWire, kind: 'begun' | 'watching' | 'through') =>
    isAdmin && row[kind] > 0
      ? peopleOf({
          kind,
          course_id: courseId,
          cohort_id: cohortId,
          ...(kind === 'begun' ? { day_id: row.day_id } : { lesson_id: row.id }),
        })
      : undefined
  const figure = (id: 'begun' | 'watching' | 'through'): FigureColumn<WatchedWire> => ({
    id,
    title: t(`figures.${id}`),
    text: row => String(row[id]),
    figure: row => row[id],
    href: row => peopleIn(row, id),
  })
  const percent = ({ share }: WatchedWire) => (share === null ? null : Math.round(share * 100))
  const columns: FigureColumn<WatchedWire>[] = [
    {
      id: 'lesson',
      title: t('figures.lesson'),
      text: row => `${row.day_number}. ${row.title}`,
      href: row => pathTo('lessonFigures', { courseId, lessonId: row.id }, { cohort: cohortId }),
    },
    figure('begun'),
    figure('watching'),
    figure('through'),
    {
      id: 'share',
      title: t('figures.share'),
      text: row => (percent(row) === null ? '—' : `${percent(row)}%`),
      figure: percent,
      href: row => peopleIn(row, 'watching'),
    },
  ]
  return (
    <Loaded asked={asked}>
      {lessons =>
        lessons.length === 0 ? (
          <p className={styles.muted}>{t('figures.watched.none')}</p>
        ) : (
          <FigureTable
            title={t('figures.watched')}
            name="watched-"
            file={`course-${courseId}-watching`}
            columns={columns}
            rows={lessons}
            idOf={row => row.id}
          >
            <p className={styles.muted}>{t('figures.watched.text')}</p>
            <Picker
              label={t('figures.cohorts')}
              all={t('figures.allCohorts')}
              value={cohortId}
              options={cohorts.map(({ id, starts_on: date }) => ({
                id,
                label: formatLocalDate(date, t.language, 'numeric'),
              }))}
              onChoose={id => set({ cohort: id })}
            />
            <BarChart
              series={[t('figures.share')]}
              isShare
              bars={lessons.map(row => ({ label: `${row.day_number}. ${row.title}`, values: [percent(row) ?? 0] }))}
            />
          </FigureTable>
        )
      }
    </Loaded>
  )
}
