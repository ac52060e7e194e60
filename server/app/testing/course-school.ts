import { importWithCohorts } from '../commands/import-with-cohorts.ts'
import { addPupil } from './homework-people.ts'
import type { TestApp } from './test-app.ts'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import { courseFolder } from '#server/features/courses/testing/course-folder.ts'

export type PlannedDay = {
  key?: string
  title: string
  lessons?: string[]
  homeworks?: (string | { key?: string; title: string })[]
}

const english = (en: string) => ({ en })

/** A course of one stage as its author may write it, without keys where none are given. */
export function plannedCourse(days: readonly PlannedDay[], stage: object = {}) {
  return {
    'kurso-course': 1,
    key: 'steps',
    languages: ['en'],
    title: english('Steps'),
    stages: [
      {
        title: english('Week 1'),
        ...stage,
        days: days.map(({ key, title, lessons = [`About ${title}`], homeworks = [] }, index) => ({
          ...(key && { key }),
          dayNumber: index + 1,
          opensAfterDays: 0,
          title: english(title),
          points: 10,
          lessonSets: lessons.length ? [{ lessons: lessons.map(lesson => ({ title: english(lesson) })) }] : [],
          homeworks: homeworks.map(homework => {
            const { title: name, ...given } = typeof homework === 'string' ? { title: homework } : homework
            return { ...given, title: english(name), points: 20 }
          }),
        })),
      },
    ],
  }
}

/** A school that imports one course again and again, and a learner in it. */
export async function courseSchool(app: TestApp) {
  const folder = await courseFolder({})
  const store = openFileStore(mediaFolder(app.dataDir))
  const take = async (course: object, { mayLowerProgress = true } = {}) => {
    await folder.write(course)
    const { effects, ...imported } = await importWithCohorts(app.db, store, {
      file: folder.file,
      brandId: 'kurso',
      today: '2026-12-01',
      starts: ['2026-12-01'],
      mayLowerProgress,
    })
    return { ...imported, effects: effects?.parts ?? [], learnersFalling: effects?.learners_falling ?? 0 }
  }
  const idOf = async (table: 'days' | 'homeworks', title: string) => {
    const { rows } = await app.db.query<{ id: number }>({
      text: `select id from course_${table} where texts -> 'en' ->> 'title' = $1`,
      values: [title],
    })
    return rows[0]?.id ?? 0
  }
  return {
    take,
    idOf,
    remove: folder.remove,
    async pupil() {
      const { rows } = await app.db.query<{ id: number }>({ text: `select id from courses where key = 'steps'` })
      return addPupil(app, { id: rows[0]?.id ?? 0, stages: [], days: [] })
    },
  }
}
