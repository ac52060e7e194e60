import type { Database } from '#server/platform/database/database.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { SupportCategoryWire, SupportMessageWire } from '#shared/features/support/contract.ts'
import type { Language } from '#shared/platform/contract.ts'
import { mediaFileWire } from '#server/features/media/media-item.ts'
import { courseTitles } from '#server/features/courses/course-memory.ts'
import type { DeskRow, MessageRow, RequestRow } from './request-row.ts'

type Reading = { db: Database; language: Language; brand: Brand }

/** A brand's topics in one language; 1 means that the topic asks for the course. */
export function categoriesWire({ supportCategoryList }: Brand, language: Language): SupportCategoryWire[] {
  return supportCategoryList.map(({ id, sort, target, title }) => ({
    id,
    sort,
    target_product: target === 'user_course' ? 1 : null,
    name: title[language],
  }))
}

/** The titles of the courses that requests are about, by the courses' ids. */
export function titlesOf(
  { db, language }: Pick<Reading, 'db' | 'language'>,
  rows: readonly Pick<RequestRow, 'course_id' | 'course_version'>[],
) {
  const courses = rows.flatMap(({ course_id: id, course_version: version }) =>
    id === null || version === null ? [] : { id, version },
  )
  return courseTitles(db, courses, language)
}

/** Requests with the names of their topics and courses, in the reader's language. */
export async function named<Row extends RequestRow | DeskRow>(reading: Reading, rows: readonly Row[]) {
  const titles = await titlesOf(reading, rows)
  const categories = new Map(reading.brand.supportCategoryList.map(({ id, title }) => [id, title[reading.language]]))
  return rows.map(
    ({ category_id: categoryId, stream_id: id, course_id: courseId, course_version: _version, ...shown }) => {
      const name = categoryId === null ? undefined : categories.get(categoryId)
      return {
        ...shown,
        category: categoryId === null || name === undefined ? null : { id: categoryId, name },
        stream: id === null || courseId === null ? null : { id, title: titles.get(courseId) ?? '' },
      }
    },
  )
}

/** A message for who reads it at `now` (ms): its files with signed addresses, its key only for the author. */
export function messageFor(
  { userId, now }: { userId: number; now: number },
  { author_id: authorId, files, ...message }: MessageRow,
): SupportMessageWire {
  return {
    ...message,
    client_key: authorId === userId ? message.client_key : null,
    files: files.map(file => mediaFileWire(file, now)),
  }
}
