import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { addDays, startOfDay } from '#shared/platform/times.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { ListOf } from '#studio/platform/ListOf.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { useShortcuts } from '#studio/platform/shortcuts.ts'
import { calendarQuery, useExperts } from '../data.ts'
import { useCalendarPlace } from '../place.ts'
import styles from './Calendar.module.css'
import { columnsOf } from './columns.ts'
import { DayColumns } from './DayColumns.tsx'
import { WaitingPart } from './WaitingPart.tsx'

/** `/admin/calendar`: what waits to be decided, and the consultations of a day or a week. */
export function CalendarScreen() {
  const t = useCopy()
  usePageTitle(t('video.title'))
  const page = useHeldFocus<HTMLDivElement>()
  return (
    <div ref={page} tabIndex={-1}>
      <ScreenHead title={t('video.title')} />
      <Ways />
      <WaitingPart />
      <Calendar />
    </div>
  )
}

/** The other screens of the section. */
function Ways() {
  const t = useCopy()
  const { id, role } = useUser()
  return (
    <div className={styles.ways}>
      {role !== 'support' && (
        <LinkButton look="secondary" icon="clock" href={pathTo('videoHours', { expertId: id })}>
          {t('video.hours.own')}
        </LinkButton>
      )}
      <LinkButton look="secondary" icon="users" href={pathTo('videoExperts')}>
        {t(role === 'expert' ? 'video.load' : 'video.experts')}
      </LinkButton>
      <LinkButton look="secondary" icon="settings" href={pathTo('videoKinds')}>
        {t('video.kinds')}
      </LinkButton>
    </div>
  )
}

function Calendar() {
  const id = useId()
  const t = useCopy()
  const { timezone: zone } = useUser()
  const { zoneAt } = useMoments()
  const { view, from, days, expertId } = useCalendarPlace()
  const asked = useQuery({
    ...calendarQuery(from, days, expertId),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: 300_000,
  })
  const title = useTitle()
  return (
    <section className={styles.calendar} aria-labelledby={id} aria-busy={asked.isPlaceholderData || undefined}>
      <Tools id={id} title={title} />
      <p className={styles.zone}>{t('video.zone', { zone: zoneAt(startOfDay(from, zone)) })}</p>
      <ListOf asked={asked}>
        {calendar => {
          // Until other days are read, those before stand below their title no longer.
          const columns = asked.isPlaceholderData ? [] : columnsOf(calendar, { view, from, zone })
          if (view === 'day' && columns.length === 0 && !asked.isPlaceholderData)
            return <EmptyState icon="calendar" title={t('video.day.nobody')} text={t('video.day.nobody.text')} />
          return <DayColumns columns={columns} label={title} />
        }}
      </ListOf>
    </section>
  )
}

/** What is shown: '7 December 2026', '7 Dec – 13 Dec'. */
function useTitle(): string {
  const { language } = useCopy()
  const { view, from, date } = useCalendarPlace()
  if (view === 'day') return formatLocalDate(date, language, 'day')
  return [from, addDays(from, 6)].map(day => formatLocalDate(day, language, 'short')).join(' – ')
}

function Tools({ id, title }: { id: string; title: string }) {
  const t = useCopy()
  const { view, today, set, go } = useCalendarPlace()
  const show = (next: 'day' | 'week') => set({ view: next === 'week' ? undefined : next })
  const goToday = () => set({ date: today })
  useShortcuts('video.title', [
    { keys: ['j'], label: 'video.keys.later', run: () => go(1) },
    { keys: ['k'], label: 'video.keys.earlier', run: () => go(-1) },
    { keys: ['n'], label: 'video.today', run: goToday },
    { keys: ['1'], label: 'video.view.day', run: () => show('day') },
    { keys: ['2'], label: 'video.view.week', run: () => show('week') },
  ])
  return (
    <div className={styles.tools}>
      <h2 id={id} aria-live="polite">
        {title}
      </h2>
      <ExpertPicker />
      <Picker
        label={t('video.view')}
        value={view}
        options={(['week', 'day'] as const).map(one => ({ id: one, label: t(`video.view.${one}`) }))}
        onChoose={next => show(next ?? 'week')}
      />
      <div className={styles.turn}>
        <IconButton icon="chevron-left" label={t(`video.earlier.${view}`)} onClick={() => go(-1)} />
        <Button look="secondary" onClick={goToday}>
          {t('video.today')}
        </Button>
        <IconButton icon="chevron-right" label={t(`video.later.${view}`)} onClick={() => go(1)} />
      </div>
    </div>
  )
}

/** Whose consultations are shown; experts see their own. */
function ExpertPicker() {
  const t = useCopy()
  const { role } = useUser()
  const { expertId, set } = useCalendarPlace()
  const experts = useExperts(role !== 'expert')
  if (role === 'expert') return null
  return (
    <Picker
      label={t('video.expert')}
      all={t('video.expert.all')}
      value={expertId}
      options={experts.map(({ id, name }) => ({ id, label: name }))}
      onChoose={expert => set({ expert })}
    />
  )
}
