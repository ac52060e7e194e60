import type { Brands } from '#server/features/brands/load-brands.ts'
import { brandsWithClubs } from '#server/features/clubs/club-school.ts'
import type { Context } from '#server/platform/http/routes.ts'
import { userRoom } from '#shared/features/accounts/contract.ts'
import type { notifications } from '#shared/features/notifications/contract.ts'
import type { NoticeWire } from '#shared/features/notifications/notice-calls.ts'
import type { Language } from '#shared/platform/contract.ts'
import { shownOf } from '../notice-texts.ts'
import { countUnreadNotices, listNotices, markNoticesRead, type NoticeRow } from './notice-queries.ts'

const perPage = 20

type Calls = (typeof notifications)['calls']
type Listing<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

export async function listOwnNotices(context: Listing<'GET /user-notices'>, brands: Brands): Promise<NoticeWire[]> {
  const { db, user, caller, query, setPage } = context
  const rows = await listNotices(db, user.userId, perPage, (query.page - 1) * perPage, brandsWithClubs(brands))
  setPage({ page: query.page, perPage, total: rows[0]?.total ?? 0 })
  return rows.flatMap(row => (row.id === null ? [] : noticeToWire(row, caller.language)))
}

function noticeToWire(row: NoticeRow, language: Language): NoticeWire {
  const { title, body, url } = shownOf(row, language)
  return {
    id: row.id,
    kind: row.kind as NoticeWire['kind'],
    title,
    text: body,
    person: row.person,
    path: url,
    created_at: row.createdAt,
    is_read: row.isRead,
  }
}

export async function countUnread(
  { db, user }: Pick<Listing<'GET /user-notices/unread'>, 'db' | 'user'>,
  brands: Brands,
) {
  const { count = 0, ofMessages = 0 } = (await countUnreadNotices(db, user.userId, brandsWithClubs(brands))) ?? {}
  return { unread_count: count, message_count: ofMessages }
}

export async function readNotices(context: Listing<'POST /user-notices/read'>, brands: Brands) {
  const { db, user, body, now, live } = context
  if (await markNoticesRead(db, user.userId, body.until_id, now / 1000)) live.nudge(userRoom, user.userId)
  return countUnread(context, brands)
}
