import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration, formatLocalDate } from '#kit/copy/format.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { LessonMomentsWire } from '#shared/features/figures/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { type FigureColumn, FigureTable } from '#studio/platform/tables/FigureTable.tsx'
import { momentsQuery, peopleOf, stopsQuery } from './data.ts'
import styles from './Figures.module.css'
import { FiguresPage } from './FiguresPage.tsx'
import { MomentChart } from './MomentChart.tsx'

type Place = { courseId: number; lessonId: number }

/** `/admin/figures/courses/:courseId/lessons/:lessonId`: which moments of a lesson's films are watched. */
export function LessonFiguresScreen({ courseId, lessonId }: Place) {
  const t = useCopy()
  const cohortId = useQueryState().getId('cohort')
  const asked = useQuery({
    ...momentsQuery(courseId, lessonId, cohortId),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const titleOf = ({ day_number: day, title }: { day_number: number; title: string }) => `${day}. ${title}`
  const back = { href: pathTo('courseFigures', { courseId }, { cohort: cohortId }), title: t('figures.lesson.back') }
  const gone = {
    icon: 'book' as const,
    title: t('figures.lesson.gone.title'),
    text: t('figures.lesson.gone.text'),
    back,
  }
  return (
    <OneThing asked={asked} title={titleOf} gone={gone}>
      {({ films, ...lesson }) => (
        <FiguresPage back={back} title={titleOf(lesson)}>
          <div className={styles.loaded} aria-busy={asked.isPlaceholderData}>
            {films.length === 0 ? (
              <EmptyState icon="book" title={t('figures.films.none.title')} text={t('figures.films.none.text')} />
            ) : (
              <>
                <CohortPicker courseId={courseId} cohortId={cohortId} />
                {films.map(film => (
                  <Film key={film.id} courseId={courseId} lessonId={lessonId} cohortId={cohortId} film={film} />
                ))}
              </>
            )}
          </div>
        </FiguresPage>
      )}
    </OneThing>
  )
}

function CohortPicker({ courseId, cohortId }: { courseId: number; cohortId: number | undefined }) {
  const t = useCopy()
  const { set } = useQueryState()
  const { data } = useQuery(stopsQuery(courseId))
  if (!data) return null
  return (
    <Picker
      label={t('figures.cohorts')}
      all={t('figures.allCohorts')}
      value={cohortId}
      options={data.cohorts.map(({ id, starts_on: date }) => ({
        id,
        label: formatLocalDate(date, t.language, 'numeric'),
      }))}
      onChoose={id => set({ cohort: id })}
    />
  )
}

type FilmProps = Place & { cohortId: number | undefined; film: LessonMomentsWire['films'][number] }
type Row = { second: number; watched: number }

function Film({ courseId, lessonId, cohortId, film: { id, slot, grain, played, moments } }: FilmProps) {
  const t = useCopy()
  const isAdmin = useUser().role === 'admin'
  const title = t(`courses.video.${slot}`)
  if (played === 0)
    return (
      <section>
        <h2>{title}</h2>
        <p className={styles.muted}>{t('figures.film.nobody')}</p>
      </section>
    )
  const counting = { course_id: courseId, cohort_id: cohortId, lesson_id: lessonId, film_id: id }
  const figure = (kind: 'moment' | 'missed', columnTitle: string): FigureColumn<Row> => {
    const countOf = ({ watched }: Row) => (kind === 'moment' ? watched : played - watched)
    return {
      id: kind,
      title: columnTitle,
      text: row => String(countOf(row)),
      figure: countOf,
      href: row =>
        isAdmin && countOf(row) > 0 ? peopleOf({ ...counting, kind, second: row.second, grain }) : undefined,
    }
  }
  const percent = ({ watched }: Row) => Math.round((watched / played) * 100)
  const timeOf = ({ second }: Row) => formatDuration(second * 1000)
  const rows = moments.map((watched, at) => ({ second: at * grain, watched }))
  const watched = figure('moment', t('figures.moment.watched'))
  const columns: FigureColumn<Row>[] = [
    { id: 'second', title: t('figures.moment'), text: timeOf },
    watched,
    figure('missed', t('figures.moment.missed')),
    {
      id: 'share',
      title: t('figures.moment.share'),
      text: row => `${percent(row)}%`,
      figure: percent,
      href: watched.href,
    },
  ]
  const total = t('figures.film.played', { count: played })
  return (
    <FigureTable
      title={title}
      name={`${slot}-`}
      file={`lesson-${lessonId}-${slot}`}
      columns={columns}
      rows={rows}
      idOf={row => row.second}
    >
      <p className={styles.muted}>
        {isAdmin ? <Link href={peopleOf({ ...counting, kind: 'played' })}>{total}</Link> : total}{' '}
        {t('figures.film.text')}
      </p>
      <MomentChart
        shares={moments.map(watched => watched / played)}
        first={formatDuration(0)}
        last={formatDuration(moments.length * grain * 1000)}
      />
    </FigureTable>
  )
}
