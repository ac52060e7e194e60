import type { QueryClient } from '@tanstack/react-query'
import { savesData } from '#kit/request/data-saver.ts'
import { lessonsQuery } from '#web/features/courses/data.ts'

/** Loads a course's lessons before they are asked for, so that a day opens at once, also offline; not where the device saves data. */
export async function loadLessonsAhead(client: QueryClient, courseId: number): Promise<void> {
  if (!savesData()) await client.prefetchQuery(lessonsQuery(courseId))
}
