import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate, formatNumber } from '#kit/copy/format.ts'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { useNow } from '#kit/ui/clock.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { addDays, daysBetween, isLocalDate, localDate } from '#shared/platform/times.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { DayField } from '#studio/features/billing/DayField.tsx'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { ListOf } from '#studio/platform/ListOf.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { useSpans } from '#studio/platform/spans.ts'
import { type FigureColumn, FigureTable } from '#studio/platform/tables/FigureTable.tsx'
import styles from '../calendar/Calendar.module.css'
import { type LoadWire, loadQuery } from '../data.ts'

/** `/admin/calendar/experts`: how much each expert has from a date to another, as a table and a file, with the way to their hours. */
export function ExpertsScreen() {
  const t = useCopy()
  const { role } = useUser()
  const title = t(role === 'expert' ? 'video.load' : 'video.experts')
  usePageTitle(title)
  const page = useHeldFocus<HTMLDivElement>()
  const { from, until, isFit, set } = useDates()
  const back = { href: pathTo('videoCalendar'), title: t('video.title') }
  return (
    <div ref={page} tabIndex={-1}>
      <ScreenHead back={back} title={title} />
      <div className={styles.tools}>
        <DayField label={t('video.load.from')} value={from} onChange={day => set({ from: day })} />
        <DayField label={t('video.load.until')} value={until} onChange={day => set({ until: day })} />
      </div>
      {isFit ? (
        <Load from={from} until={until} />
      ) : (
        <Notice tone="warn" live>
          {t('video.load.dates')}
        </Notice>
      )}
    </div>
  )
}

/** The dates in the address; without any, two weeks that were and two that come. */
function useDates() {
  const { timezone } = useUser()
  const { get, set } = useQueryState()
  const today = localDate(useNow(60_000), timezone)
  const dateOf = (name: string) => {
    const date = get(name)
    return date && isLocalDate(date) && date >= '2000-01-01' && date <= '2199-12-31' ? date : undefined
  }
  const from = dateOf('from') ?? addDays(today, -14)
  const until = dateOf('until') ?? addDays(today, 14)
  return { from, until, isFit: from <= until && daysBetween(from, until) <= 366, set }
}

function Load({ from, until }: { from: string; until: string }) {
  const t = useCopy()
  const { zoneAt } = useMoments()
  const columns = useColumns()
  const asked = useQuery({ ...loadQuery(from, until), placeholderData: keepPreviousData, refetchOnMount: 'always' })
  const title = t('video.load.title', {
    from: formatLocalDate(from, t.language, 'numeric'),
    until: formatLocalDate(until, t.language, 'numeric'),
  })
  return (
    <ListOf asked={asked}>
      {rows =>
        rows.length === 0 ? (
          <EmptyState icon="users" title={t('video.load.none')} />
        ) : (
          <div aria-busy={asked.isPlaceholderData || undefined}>
            <FigureTable
              title={title}
              file={`consultations-${from}-${until}`}
              columns={columns}
              rows={rows}
              idOf={({ expert }) => expert.id}
            >
              <p className={styles.zone}>{t('video.zone', { zone: zoneAt(Date.parse(from)) })}</p>
            </FigureTable>
          </div>
        )
      }
    </ListOf>
  )
}

function useColumns(): FigureColumn<LoadWire>[] {
  const t = useCopy()
  const { span } = useSpans()
  const minutes = (id: 'open_minutes' | 'booked_minutes'): FigureColumn<LoadWire> => ({
    id,
    title: t(`video.load.${id}`),
    text: row => span(row[id] * 60),
    figure: row => row[id],
  })
  const count = (id: 'booked' | 'complete' | 'missed' | 'cancelled'): FigureColumn<LoadWire> => ({
    id,
    title: t(`video.load.${id}`),
    text: row => String(row[id]),
    figure: row => row[id],
  })
  return [
    {
      id: 'name',
      title: t('video.expert'),
      text: ({ expert }) => expert.name,
      href: ({ expert }) => pathTo('videoHours', { expertId: expert.id }),
    },
    minutes('open_minutes'),
    minutes('booked_minutes'),
    count('booked'),
    count('complete'),
    count('missed'),
    count('cancelled'),
    {
      id: 'rating',
      title: t('video.load.rating'),
      text: ({ rating }) => (rating === null ? '—' : formatNumber(rating, t.language)),
      figure: ({ rating }) => rating,
    },
  ]
}
