import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { request } from '#kit/request/request.ts'
import type { CourseWire } from '#shared/features/courses/contract.ts'
import { courseFromWire, type Lesson } from '#shared/features/courses/forms.ts'

/** Everything of a course that its calendar and days need, except the lessons. */
const treeParts = [
  'stages.days',
  'stages.days.lesson_sets',
  'stages.days.scores',
  'stages.days.stage_day_homeworks',
  'stages.course_stage_homeworks',
] as const

function warn(message: string) {
  console.warn(message)
}

/** The courses of the learner's streams, with their options. */
export const coursesQuery = () => callQuery('GET /courses', { expand: ['course_options'] })

/** A course with its stages and days. */
export const courseQuery = (id: number) => callQuery('GET /courses/:id', { params: { id }, expand: treeParts })

/** The lessons of a course: their videos and texts. */
export const lessonsQuery = (id: number) =>
  callQuery('GET /courses/:id', { params: { id }, query: { fields: 'id,lessons' }, expand: ['lessons'] })

/** The documents of a course. */
export const documentsQuery = (id: number) =>
  callQuery('GET /courses/:id', {
    params: { id },
    query: { fields: 'id,title,isDemoDocumentsAccessible,documents' },
    expand: ['documents'],
  })

const courseOf = (wire: CourseWire) => courseFromWire(wire, warn)
const coursesById = (wires: CourseWire[]) => new Map(wires.map(wire => [wire.id, courseOf(wire)]))
const lessonsById = (wire: CourseWire): ReadonlyMap<number, Lesson> =>
  new Map(courseOf(wire).lessons.map(lesson => [lesson.id, lesson]))

/** Whether an absolute address is one of the documents of the learner's courses. Rejects when that cannot be asked. */
export async function isCourseDocument(address: string, origin: string): Promise<boolean> {
  const { data } = await request('GET /courses', { query: { fields: 'id,documents' }, expand: ['documents'] })
  const urls = data.flatMap(({ documents = [] }) => documents.map(({ url, file }) => file?.url ?? url))
  return urls.some(url => url !== null && URL.canParse(url, origin) && new URL(url, origin).href === address)
}

/** The input of a read that waits for its id. */
const whenKnown = (id: number | undefined) => ({ id: id ?? Number.NaN, enabled: id !== undefined })

/** The learner's courses by id. */
export function useCourses() {
  return useQuery({ ...coursesQuery(), select: coursesById })
}

/** A course with its stages and days; waits while the id is not known. */
export function useCourse(courseId: number | undefined) {
  const { id, enabled } = whenKnown(courseId)
  return useQuery({ ...courseQuery(id), enabled, select: courseOf })
}

/** The lessons of a course by id; waits while the course is not known. */
export function useLessons(courseId: number | undefined) {
  const { id, enabled } = whenKnown(courseId)
  return useQuery({ ...lessonsQuery(id), enabled, select: lessonsById })
}

/** Whose documents a stream has. */
export const documentsOwnerQuery = (streamId: number) =>
  callQuery('GET /user-course-streams/:id', {
    params: { id: streamId },
    query: { fields: 'id,course_id,is_demo,course_full_access' },
  })

/** A stream's course with only its documents: two small reads, the second needs the first's course id. */
export function useStreamDocuments(streamId: number) {
  const stream = useQuery(documentsOwnerQuery(streamId))
  const { id, enabled } = whenKnown(stream.data?.course_id)
  const course = useQuery({ ...documentsQuery(id), enabled, select: courseOf })
  const isDemoOnly = stream.data?.is_demo === true && !stream.data.course_full_access
  return {
    course: course.data,
    areLocked: isDemoOnly && course.data?.isDemoDocumentsAccessible === false,
    error: course.data ? null : (stream.error ?? course.error),
    isFetching: stream.isFetching || course.isFetching,
    retry: () => void (stream.data ? course.refetch() : stream.refetch()),
  }
}
