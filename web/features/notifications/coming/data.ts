import { useQueries } from '@tanstack/react-query'
import { useCourses } from '#web/features/courses/data.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { statusQuery, useStreams, useToday } from '#web/features/streams/data.ts'
import { streamStatusFromWire, type UserStream } from '#shared/features/streams/forms.ts'
import type { StreamStatusRecordWire } from '#shared/features/streams/contract.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useReminders } from '../data.ts'
import { byDate, comingInCourse, comingReminders } from './coming-up.ts'

const isOpen = ({ status }: UserStream) => status === 'open' || status === 'started'
const daysOf = (wire: StreamStatusRecordWire) => [...streamStatusFromWire(wire.stream.id, wire).days.values()]

/** What is to come for the learner, by date; undefined until all of it is known. */
export function useComing() {
  const today = useToday()
  const timeZone = useUser()?.timezone ?? 'UTC'
  const [streams, courses, reminders] = [useStreams(), useCourses(), useReminders()]
  const open = (streams.data ?? []).filter(isOpen)
  const days = useQueries({ queries: open.map(({ id }) => ({ ...statusQuery(id), select: daysOf })) })
  const asked = [streams, courses, reminders, ...days]
  const error = asked.find(one => one.error && one.data === undefined)?.error
  const isFetching = asked.some(one => one.isFetching)
  const retry = () => asked.forEach(one => void one.refetch())
  if (!streams.data || !courses.data || !reminders.data || days.some(one => !one.data))
    return { coming: undefined, error, isFetching, retry }
  const ofCourses = streams.data.flatMap(stream =>
    comingInCourse(
      {
        stream,
        title: courses.data.get(stream.courseId)?.title ?? '',
        href: pathTo('calendar', { streamId: stream.id }),
        days: days[open.indexOf(stream)]?.data ?? [],
      },
      today,
      timeZone,
    ),
  )
  const ofReminders = comingReminders(reminders.data, pathTo('settingsReminders'), timeZone)
  return { coming: byDate([...ofCourses, ...ofReminders]), error, isFetching, retry }
}
