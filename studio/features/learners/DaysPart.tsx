import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration, formatLocalDate } from '#kit/copy/format.ts'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { LackWire, LearnerWire, PlaceDayWire } from '#shared/features/learners/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { CohortState } from '#studio/features/cohorts/CohortState.tsx'
import { PlaceActions } from '#studio/features/cohorts/PlaceActions.tsx'
import { useQueryState } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { Loaded } from '#studio/platform/Loaded.tsx'
import rows from '#studio/platform/Rows.module.css'
import { learnerQuery, placeQuery } from './data.ts'
import styles from './Learners.module.css'

/** A learner's courses; one of them day by day, with why each day is not done. Which one stands in the address. */
export function DaysPart({ userId }: { userId: number }) {
  const t = useCopy()
  const { getId, set } = useQueryState()
  return (
    <Loaded query={learnerQuery(userId)}>
      {({ places }) => {
        const chosen = places.find(({ id }) => id === getId('place')) ?? places[0]
        if (!chosen) return <EmptyState icon="book" title={t('learners.noCourses')} />
        return (
          <div className={styles.column}>
            {places.length > 1 && (
              <SelectField
                label={t('learners.course')}
                value={chosen.id}
                onChange={event => set({ place: Number(event.target.value) })}
              >
                {places.map(place => (
                  <option key={place.id} value={place.id}>
                    {place.course_title}, {formatLocalDate(place.starts_on, t.language, 'numeric')}
                  </option>
                ))}
              </SelectField>
            )}
            <PlaceOfLearner place={chosen} />
            <Loaded key={chosen.id} query={placeQuery(userId, chosen.id)}>
              {({ days }) => (
                <Card as="section">
                  <ol className={rows.items}>
                    {days.map(day => (
                      <Day key={day.id} day={day} />
                    ))}
                  </ol>
                </Card>
              )}
            </Loaded>
          </div>
        )
      }}
    </Loaded>
  )
}

/** One course of a learner: its state and dates, how far it is, and what an administrator may do. */
export function PlaceOfLearner({ place }: { place: LearnerWire['places'][number] }) {
  const t = useCopy()
  const isAdmin = useUser().role === 'admin'
  const date = (day: string) => formatLocalDate(day, t.language, 'numeric')
  return (
    <div className={styles.place}>
      <p className={styles.line}>
        <strong dir="auto">{place.course_title}</strong> <CohortState state={place.status} />
        {place.is_demo && !place.course_full_access && <Badge>{t('learners.demo')}</Badge>}
        <span className={styles.muted}>
          {date(place.starts_on)} – {date(place.ends_on)} ·{' '}
          {t('learners.done', { done: place.days_done, count: place.days_count })}
        </span>
      </p>
      {isAdmin && (
        <PlaceActions
          label={t('learners.act', { course: place.course_title })}
          cohortId={place.cohort_id}
          placeIds={[place.id]}
        />
      )}
    </div>
  )
}

const tones = { done: 'success', current: 'accent', open: 'accent', locked: 'neutral', rest: 'neutral' } as const

function Day({ day }: { day: PlaceDayWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  const { title, day_number: number, state, finished_at: finishedAt, started_at: startedAt } = day
  const told = [
    finishedAt !== null && t('learners.day.finished', { date: moment(finishedAt * 1000, 'numeric') }),
    finishedAt === null &&
      startedAt !== null &&
      t('learners.day.started', { date: moment(startedAt * 1000, 'numeric') }),
    day.watched_seconds > 0 && t('learners.day.watched', { time: formatDuration(day.watched_seconds * 1000) }),
  ].filter(Boolean)
  return (
    <li>
      <p className={styles.line}>
        <strong dir="auto">{title ? `${number}. ${title}` : t('learners.day', { number })}</strong>{' '}
        <Badge tone={tones[state]}>{t(`learners.state.${state}`)}</Badge>
      </p>
      {told.length > 0 && <p className={styles.muted}>{told.join(' · ')}</p>}
      {day.lacks.length > 0 && (
        <ul className={styles.lacks} aria-label={t('learners.lacks')}>
          {day.lacks.map((lack, index) => (
            <li key={index} dir="auto">
              <LackText lack={lack} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** One thing that keeps a day from being done. */
function LackText({ lack }: { lack: LackWire }) {
  const t = useCopy()
  const { kind, opens_on: opensOn, homework_status: status } = lack
  const minutes = (seconds: number | null) => formatDuration((seconds ?? 0) * 1000)
  const title = lack.title ?? ''
  if (kind === 'date') return t('learners.lack.date', { date: formatLocalDate(opensOn ?? '', t.language) })
  if (kind === 'homework') return t(`learners.lack.homework.${status ?? 'NOT_UPLOADED'}`, { title })
  if (kind !== 'lesson') return t(`learners.lack.${kind}`, { title })
  const watched = minutes(lack.watched_seconds)
  if (!lack.length_seconds) return t('learners.lack.lesson.unknown', { title })
  return t('learners.lack.lesson', { title, watched, length: minutes(lack.length_seconds) })
}
