import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate, formatNumber } from '#kit/copy/format.ts'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { type AchievementKind, achieved, nextAchievement, type Records } from '#shared/features/goals/achievements.ts'
import { type ActiveDay, daysOfWeek, minutesOf, weeksOf } from '#shared/features/goals/activity.ts'
import { weekStart } from '#shared/features/goals/rules.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { useToday } from '#web/features/streams/data.ts'
import styles from './Activity.module.css'
import { BarChart } from './BarChart.tsx'
import { useWeekGoal } from './data.ts'

interface Props {
  minutes: number
  homework: number
  courses: number
}

const icons: Record<AchievementKind, IconName> = {
  days: 'calendar',
  minutes: 'clock',
  homework: 'homework',
  courses: 'book',
  weeks: 'star',
}

function ThisWeek({ days, today }: { days: readonly ActiveDay[]; today: LocalDate }) {
  const t = useCopy()
  const week = daysOfWeek(days, weekStart(today))
  const total = week.reduce((sum, { minutes }) => sum + minutes, 0)
  if (total === 0) return null
  const title = t('goals.activity.week')
  const bars = week.map(({ date, minutes }) => ({
    key: date,
    label: formatLocalDate(date, t.language, 'weekday'),
    isLabelled: true,
    value: minutes,
    isNow: date === today,
    cells: [formatNumber(minutes, t.language)],
  }))
  return (
    <Card as="section" aria-labelledby="activity-week">
      <h2 id="activity-week">{title}</h2>
      <p className={styles.sum}>{t('goals.activity.minutes', { count: total })}</p>
      <BarChart title={title} heads={[t('goals.activity.day'), t('goals.activity.minutesHead')]} bars={bars} />
    </Card>
  )
}

function Weeks({ days, from, today }: { days: readonly ActiveDay[]; from: LocalDate; today: LocalDate }) {
  const t = useCopy()
  const weeks = weeksOf(days, from)
  if (days.length === 0) return null
  const title = t('goals.activity.weeks', { count: weeks.length })
  const bars = weeks.map((week, index) => ({
    key: week.from,
    label: formatLocalDate(week.from, t.language, 'short'),
    isLabelled: index % 4 === 0,
    value: week.minutes,
    isNow: week.from === weekStart(today),
    cells: [formatNumber(week.minutes, t.language), formatNumber(week.days, t.language)],
  }))
  const heads = [t('goals.activity.weekOf'), t('goals.activity.minutesHead'), t('goals.activity.daysHead')]
  return (
    <Card as="section" aria-labelledby="activity-weeks">
      <h2 id="activity-weeks">{title}</h2>
      <p className={styles.sum}>{t('goals.activity.days', { count: days.length })}</p>
      <BarChart title={title} heads={heads} bars={bars} />
    </Card>
  )
}

const words = (t: Copy, { kind, step }: { kind: AchievementKind; step: number }) =>
  t(`goals.achievement.${kind}`, {
    count: kind === 'minutes' && step >= 60 ? step / 60 : step,
    isHours: step >= 60 ? 'yes' : 'no',
  })

/** What has been reached, and the nearest thing to reach. */
function Achievements({ records }: { records: Records }) {
  const t = useCopy()
  const reached = achieved(records)
  const next = nextAchievement(records)
  if (reached.length === 0) return null
  return (
    <section className={styles.achievements} aria-labelledby="achievements">
      <h2 id="achievements">{t('goals.achievements')}</h2>
      <ul className={styles.medals}>
        {reached.map(one => (
          <li key={one.kind} className={styles.medal}>
            <span className={styles.disc}>
              <Icon name={icons[one.kind]} />
            </span>
            {words(t, one)}
          </li>
        ))}
      </ul>
      {next && (
        <div className={styles.next}>
          <p>{t('goals.achievements.next', { what: words(t, next) })}</p>
          <ProgressBar percent={Math.floor((next.done / next.step) * 100)} label={words(t, next)} />
        </div>
      )}
    </section>
  )
}

/** The minutes and days of this week and of the last ones, and what they earned. */
export function Activity({ minutes, homework, courses }: Props) {
  const today = useToday()
  const week = useWeekGoal()
  const { data, isError } = useQuery({ ...callQuery('GET /activity'), refetchOnMount: 'always' })
  if (!data) return isError ? null : <Skeleton shape="box" height="16rem" />
  const days = data.days.map(day => ({ date: day.date, minutes: minutesOf(day.seconds) }))
  return (
    <>
      <div className={styles.charts}>
        <ThisWeek days={days} today={today} />
        <Weeks days={days} from={data.from} today={today} />
      </div>
      <Achievements records={{ days: data.active_days, minutes, homework, courses, weeks: week?.best ?? 0 }} />
    </>
  )
}
