import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { pathTo } from '#web/platform/addresses.ts'

type Props = { streamId: number; stageId: number; dayId: number }

/** The old address of a day, by the ids of stage and day, leads to the one by its number. */
export function OldDayScreen({ streamId, stageId, dayId }: Props) {
  const stream = useQuery(callQuery('GET /user-course-streams/:id', { params: { id: streamId } }))
  const courseId = stream.data?.course_id
  const day = useQuery({
    ...callQuery('GET /courses/:courseId/stages/:stageId/days/:dayId', {
      params: { courseId: courseId ?? Number.NaN, stageId, dayId },
    }),
    enabled: courseId !== undefined,
  })
  if (day.data) return <Redirect to={pathTo('day', { streamId, dayNumber: day.data.day_number })} replace />
  if (stream.error || day.error) return <Redirect to={pathTo('calendar', { streamId })} replace />
  return <Skeleton height="12rem" />
}
