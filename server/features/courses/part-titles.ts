import type { Database } from '#server/platform/database/database.ts'
import { type CourseVersion, courseTrees } from './course-memory.ts'
import { filmsOf } from './course-structure.ts'
import { type LessonRow, textIn } from './course-tree.ts'

/** A lesson's place in a day: its title, and the length of its film in seconds; null where it has none, 0 where it is not known. */
type PlacedLesson = { title: string; filmSeconds: number | null }

/** How what a course consists of is called in a language: lessons by their places in days, homework with what was archived. */
export async function partTitles(database: Database, course: CourseVersion, language: string) {
  const [tree] = await courseTrees(database, [course])
  if (!tree) throw new Error(`There is no course ${course.id}`)
  const title = ({ texts }: Pick<LessonRow, 'texts'>) => textIn(texts, 'title', language, tree.course.languages)
  const lengths = new Map(tree.media.map(({ id, durationMs }) => [id, durationMs / 1000]))
  const lessonById = new Map(
    tree.lessons.map(lesson => {
      // The film whose length counts as the lesson's.
      const [film] = filmsOf(lesson)
      return [lesson.id, { title: title(lesson), filmSeconds: film === undefined ? null : (lengths.get(film) ?? 0) }]
    }),
  )
  const lessons = new Map<number, PlacedLesson>()
  for (const { id, lessonId } of tree.setLessons) {
    const lesson = lessonById.get(lessonId)
    if (lesson) lessons.set(id, lesson)
  }
  return {
    course: title(tree.course),
    days: new Map(tree.days.map(day => [day.id, title(day)])),
    lessons,
    homeworks: new Map([...tree.homeworks, ...tree.archived.homeworks].map(row => [row.id, title(row)])),
  }
}
