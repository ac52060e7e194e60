import type { Database } from '#server/platform/database/database.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type {
  DeskRequestWire,
  SupportCategoryWire,
  SupportMessageWire,
  SupportRequestWire,
} from '#shared/features/support/contract.ts'
import type { Language } from '#shared/platform/contract.ts'
import { courseTrees } from '../courses/course-memory.ts'
import { textIn } from '../courses/course-text.ts'
import type { DeskRow, MessageRow, RequestRow } from './request-row.ts'

type Reading = { db: Database; language: Language; brand: Brand }

/** A brand's topics in one language; 1 asks for the course (SUP-01). */
export function categoriesWire({ supportCategoryList }: Brand, language: Language): SupportCategoryWire[] {
  return supportCategoryList.map(({ id, sort, target, title }) => ({
    id,
    sort,
    target_product: target === 'user_course' ? 1 : null,
    name: title[language],
  }))
}

/** The title of a course by its id, for all that the rows are about. */
export async function courseTitles({ db, language }: Pick<Reading, 'db' | 'language'>, rows: readonly RequestRow[]) {
  const versions = new Map(
    rows.flatMap(({ courseId, courseVersion }) =>
      courseId === null || courseVersion === null ? [] : [[courseId, courseVersion] as const],
    ),
  )
  const trees = await courseTrees(
    db,
    Array.from(versions, ([id, version]) => ({ id, version })),
  )
  return new Map(
    trees.map(({ course }) => [course.id, textIn(course.texts, 'title', language, course.languages)] as const),
  )
}

export async function requestsWire(reading: Reading, rows: readonly RequestRow[]): Promise<SupportRequestWire[]> {
  const titles = await courseTitles(reading, rows)
  return rows.map(row => ({ ...commonWire(reading, titles, row), unread_count: row.unreadCount }))
}

export async function deskWire(reading: Reading, rows: readonly DeskRow[]): Promise<DeskRequestWire[]> {
  const titles = await courseTitles(reading, rows)
  return rows.map(row => ({
    ...commonWire(reading, titles, row),
    name: row.name,
    email: row.email,
    user_id: row.userId,
    avatar: row.avatar,
    language: row.language,
    is_auto: row.isAuto,
    owner: row.owner,
    waiting_since: row.waitingSince,
    message_count: row.messageCount,
  }))
}

function commonWire({ brand, language }: Reading, titles: ReadonlyMap<number, string>, row: RequestRow) {
  const { categoryId, streamId, courseId } = row
  const category = brand.supportCategoryList.find(({ id }) => id === categoryId)
  return {
    id: row.id,
    state: row.state,
    category: category ? { id: category.id, name: category.title[language] } : null,
    stream: streamId !== null && courseId !== null ? { id: streamId, title: titles.get(courseId) ?? '' } : null,
    last_message: { text: row.lastText, is_staff: row.isLastByStaff, created_at: row.lastAt },
    created_at: row.createdAt,
  }
}

/** A message as `readerId` reads it: the key only of their own. */
export function messageWire(message: MessageRow, readerId: number): SupportMessageWire {
  const { id, number, text, isStaff, author, authorId, clientKey, createdAt } = message
  return {
    id,
    number,
    text,
    is_staff: isStaff,
    author,
    client_key: authorId === readerId ? clientKey : null,
    created_at: createdAt,
  }
}
