import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import type { CourseImportWire } from '#shared/features/courses/import-calls.ts'
import { refreshCourses } from '../data.ts'

/** What is being read is looked after. */
const lookEveryMs = 2000

export const importsQuery = () => callQuery('GET /studio/course-imports')
export const importQuery = (id: number) => callQuery('GET /studio/course-imports/:id', { params: { id } })

export const isUnderWay = ({ state }: Pick<CourseImportWire, 'state'>) => state === 'waiting' || state === 'reading'

/** How soon to look again at imports; false when none is under way. */
export const lookAgain = (imports: readonly Pick<CourseImportWire, 'state'>[] | undefined): number | false =>
  imports?.some(isUnderWay) ? lookEveryMs : false

export function refreshImports(): Promise<unknown> {
  return Promise.all([makeStale('GET /studio/course-imports', 'GET /studio/course-imports/:id'), refreshCourses()])
}
