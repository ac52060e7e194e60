import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { isPassing } from '#kit/request/request-errors.ts'
import { saveAsFile } from '#kit/request/save-as-file.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { peopleKinds, spanNames } from '#shared/features/figures/rules.ts'
import { csvOf } from '#shared/platform/csv.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import tableStyles from '#studio/platform/tables/Table.module.css'
import { allCounted, type Counting, countedQuery } from './data.ts'
import styles from './Figures.module.css'
import { FiguresPage, Loaded } from './FiguresPage.tsx'

function useCounting(): Counting {
  const { get, getId } = useQueryState()
  return {
    kind: peopleKinds.find(kind => kind === get('kind')) ?? 'active',
    by: spanNames.find(span => span === get('by')),
    starts_on: get('starts_on'),
    course_id: getId('course_id'),
    cohort_id: getId('cohort_id'),
    day_id: getId('day_id'),
    lesson_id: getId('lesson_id'),
    film_id: getId('film_id'),
    second: get('second') === '0' ? 0 : getId('second'),
    grain: getId('grain'),
  }
}

/** The screen on which the number stands. */
function placeOf({ course_id: courseId, cohort_id: cohort, lesson_id: lessonId, film_id: film }: Counting): string {
  if (courseId === undefined) return pathTo('figures')
  if (lessonId === undefined || film === undefined) return pathTo('courseFigures', { courseId })
  return pathTo('lessonFigures', { courseId, lessonId }, { cohort })
}

/** `/admin/figures/people`: the people whom a number counts. */
export function CountedScreen() {
  const t = useCopy()
  usePageTitle(t('figures.people'))
  const counting = useCounting()
  const { getId, set } = useQueryState()
  const asked = useQuery({
    ...countedQuery(counting, getId('page') ?? 1),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const { run: save, isBusy } = useSubmit({
    async send() {
      const rows = await allCounted(counting)
      const lines = rows.map(({ name, email }) => [name, email ?? ''])
      saveAsFile('people.csv', csvOf([[t('figures.name'), 'E-mail'], ...lines]), 'text/csv')
    },
    failed: t('figures.csv.failed'),
    hasToast: true,
  })
  const page = {
    back: { href: placeOf(counting), title: t('figures.back') },
    title: t(`figures.people.${counting.kind}`),
  }
  // An address that names no number: asking again would not help.
  if (asked.error && !isPassing(asked.error))
    return (
      <FiguresPage {...page}>
        <EmptyState icon="users" title={t('figures.people.none')} />
      </FiguresPage>
    )
  return (
    <FiguresPage
      {...page}
      tools={
        asked.data &&
        asked.data.total > 0 && (
          <Button look="secondary" icon="download" busy={isBusy} onClick={() => void save()}>
            {t('shell.csv')}
          </Button>
        )
      }
    >
      <Loaded asked={asked}>
        {data =>
          data.total === 0 ? (
            <EmptyState icon="users" title={t('figures.people.none')} />
          ) : (
            <>
              <p className={styles.muted}>
                {t('figures.people.count', { count: data.total })}
                {counting.second !== undefined && ` · ${formatDuration(counting.second * 1000)}`}
              </p>
              <div className={tableStyles.scroll}>
                <table className={tableStyles.table}>
                  <thead>
                    <tr>
                      <th scope="col">{t('figures.name')}</th>
                      <th scope="col">E-mail</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.rows.map(({ user_id: userId, name, email }) => (
                      <tr key={userId}>
                        <th scope="row">
                          <Link href={pathTo('user', { userId })} dir="auto">
                            {name}
                          </Link>
                        </th>
                        <td>{email ?? '—'}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <PageSwitch
                page={data.page}
                count={data.pageCount}
                onPage={page => set({ page: page === 1 ? undefined : page })}
              />
            </>
          )
        }
      </Loaded>
    </FiguresPage>
  )
}
