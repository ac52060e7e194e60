import type { Database } from '#server/platform/database/database.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type {
  DeskRequestWire,
  SupportCategoryWire,
  SupportMessageWire,
  SupportRequestWire,
} from '#shared/features/support/contract.ts'
import type { Language } from '#shared/platform/contract.ts'
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
export function titlesOf({ db, language }: Pick<Reading, 'db' | 'language'>, rows: readonly RequestRow[]) {
  const courses = rows.flatMap(({ courseId: id, courseVersion: version }) =>
    id === null || version === null ? [] : { id, version },
  )
  return courseTitles(db, courses, language)
}

export async function requestsWire(reading: Reading, rows: readonly RequestRow[]): Promise<SupportRequestWire[]> {
  const titles = await titlesOf(reading, rows)
  return rows.map(row => ({ ...commonWire(reading, titles, row), unread_count: row.unreadCount }))
}

export async function deskWire(reading: Reading, rows: readonly DeskRow[]): Promise<DeskRequestWire[]> {
  const titles = await titlesOf(reading, rows)
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

/** A message for its reader; its key only for the author. */
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
