import { queryClient } from '#kit/cache/query-client.ts'
import { longerPlace } from '#kit/cache/kept-queries.ts'
import { courseQuery, documentsOwnerQuery, documentsQuery, lessonsQuery } from '#web/features/courses/data.ts'
import { statusQuery, streamsQuery } from '#web/features/streams/data.ts'

const dayMs = 86_400_000
/** As long as a lease lasts. */
const leaseMs = 7 * dayMs

/** Reads the texts of a course with its films, so that its days open without a network for as long as these play. */
export async function keepTexts(streamId: number, courseId: number): Promise<void> {
  localStorage.setItem(longerPlace, String(leaseMs))
  const stale = { staleTime: dayMs / 24 }
  await Promise.allSettled([
    queryClient.fetchQuery({ ...streamsQuery(), ...stale }),
    queryClient.fetchQuery({ ...statusQuery(streamId), ...stale }),
    queryClient.fetchQuery({ ...courseQuery(courseId), ...stale }),
    queryClient.fetchQuery({ ...lessonsQuery(courseId), ...stale }),
    queryClient.fetchQuery({ ...documentsOwnerQuery(streamId), ...stale }),
    queryClient.fetchQuery({ ...documentsQuery(courseId), ...stale }),
  ])
}
