import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import type { Course, Day, Lesson } from '#shared/features/courses/forms.ts'
import type { StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { closedWords, lockWords } from '#web/features/streams/stream-words.ts'
import { DayWork } from './DayWork.tsx'
import { isIncorrectlyFilled, setsOf } from './day-content.ts'
import { NextDay } from './NextDay.tsx'

interface Props {
  stream: UserStream
  status: StreamStatusRecord
  course: Course
  lessons: ReadonlyMap<number, Lesson>
  day: Day
  next: Day | undefined
}

/** What a day has to show: a reason to wait, a rest, a word about its being empty, or its work. */
export function DayBody({ stream, status, course, lessons, day, next }: Props) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const state = status.days.get(day.id)
  const toCalendar = (
    <LinkButton look="secondary" icon="calendar" href={pathTo('calendar', { streamId: stream.id })}>
      {t('progress.calendar')}
    </LinkButton>
  )
  if (!state || state.isLocked) {
    const closed = closedWords(t, stream, timeZone)
    return (
      <EmptyState
        icon={day.dayOfRest ? 'rest' : 'lock'}
        title={closed?.title ?? t('progress.locked.title')}
        text={closed?.text ?? (state ? lockWords(t, state) : undefined)}
        action={toCalendar}
      />
    )
  }
  if (day.dayOfRest) {
    return (
      <>
        <EmptyState icon="rest" title={t('progress.rest.title')} text={t('progress.rest.text')} action={toCalendar} />
        {next && <NextDay streamId={stream.id} day={next} state={status.days.get(next.id)} />}
      </>
    )
  }
  const sets = setsOf(day, lessons)
  if (isIncorrectlyFilled(day, sets)) {
    return (
      <EmptyState
        icon="support"
        title={t('progress.empty.title')}
        text={t('progress.empty.text')}
        action={toCalendar}
      />
    )
  }
  return <DayWork stream={stream} status={status} course={course} day={day} state={state} next={next} sets={sets} />
}
