import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { hoursQuery } from '../data.ts'
import { AbsencesPart } from './AbsencesPart.tsx'
import styles from './Hours.module.css'
import { OutsidePart } from './OutsidePart.tsx'
import { WeekForm } from './WeekForm.tsx'

/** `/admin/calendar/hours/:expertId`: when an expert works and is away. */
export function HoursScreen({ expertId }: { expertId: number }) {
  const t = useCopy()
  const page = useHeldFocus<HTMLDivElement>()
  const asked = useQuery({ ...hoursQuery(expertId), refetchOnMount: 'always' })
  const back = { href: pathTo('videoCalendar'), title: t('video.title') }
  const gone = { icon: 'clock' as const, title: t('video.hours.gone'), back }
  return (
    <OneThing asked={asked} title={({ expert }) => t('video.hours.of', { name: expert.name })} gone={gone}>
      {known => (
        <div ref={page} tabIndex={-1} className={styles.page}>
          <ScreenHead back={back} title={t('video.hours.of', { name: known.expert.name })} />
          <WeekForm known={known} />
          <AbsencesPart known={known} />
          <OutsidePart known={known} />
        </div>
      )}
    </OneThing>
  )
}
