import { many } from '#server/platform/database/statement.ts'
import { liveParts, type PresenterOf, type RoomGate } from '#server/platform/live/live-parts.ts'
import { chat } from '#shared/features/chat/contract.ts'
import { isExpertMessageEnabled } from '#shared/features/streams/rules.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { type DemoColumns, demoColumns, type Side, sideOf } from './chat-place.ts'
import { type MessageRow, messageJson, messageWire } from './message.ts'

const listPlaces = many<
  [chatIds: number[], userId: number, role: string, brandId: string],
  DemoColumns & { id: number; side: Side }
>(
  'list-chat-places',
  `select ${demoColumns}, k.id, ${sideOf('k', '$2', '$3', '$4')} as side
   from chats k join user_streams us on us.id = k.user_stream_id and us.taken_out_at is null
   join courses c on c.id = k.course_id
   where k.id = any($1)`,
)

const listPresented = many<
  [messageIds: number[]],
  { message: MessageRow; learnerUnread: number; staffUnread: number; language: string }
>(
  'list-presented-messages',
  `select ${messageJson('m')} as message, k.learner_unread as "learnerUnread", k.staff_unread as "staffUnread",
     u.language_code as language
   from chat_messages m join chats k on k.id = m.chat_id join users u on u.id = k.user_id where m.id = any($1)`,
)

const listUnread = many<[chatIds: number[]], { id: number; learnerUnread: number; staffUnread: number }>(
  'list-unread-counts',
  'select id, learner_unread as "learnerUnread", staff_unread as "staffUnread" from chats where id = any($1)',
)

/** Who may enter the rooms of chats and of the desk, and how messages and viewed marks are read. */
export function chatLive(brands: Brands, clock: () => number) {
  const mayEnterChats: RoomGate<number> = async (db, user, ids) => {
    const places = await listPlaces(db, ids, user.userId, user.role, user.brandId)
    const { isChatSupport } = brandById(brands, user.brandId).config
    const open = places.filter(
      place => place.side === 'expert' || (place.side === 'learner' && isExpertMessageEnabled(place, isChatSupport)),
    )
    return open.map(({ id }) => id)
  }
  const mayEnterDesk: RoomGate<string> = (_db, { role, brandId }, ids) =>
    role === 'expert' || role === 'admin' ? ids.filter(id => id === brandId) : []
  return liveParts(chat, {
    rooms: { chat: mayEnterChats, desk: mayEnterDesk },
    present: { message: messagePresenter(clock), viewed: presentViewed },
  })
}

/** A message as it stands now, in the learner's language; its author gets their own key with it. */
const messagePresenter =
  (clock: () => number): PresenterOf<typeof chat, 'message'> =>
  async (db, events) => {
    const ids = events.map(({ data }) => data.message_id)
    const rows = await listPresented(db, [...new Set(ids)])
    const byId = new Map(rows.map(row => [row.message.id, row]))
    const now = clock()
    return ids.map(id => {
      const row = byId.get(id)
      if (!row) return undefined
      const { message, language, learnerUnread, staffUnread } = row
      const unread = { learner_unread: learnerUnread, staff_unread: staffUnread }
      const forReader = (userId: number) => ({ message: messageWire(message, { userId, language, now }), ...unread })
      const all = forReader(0)
      const { user_id: userId } = message
      return userId === null ? { all } : { all, own: { userId, data: forReader(userId) } }
    })
  }

const presentViewed: PresenterOf<typeof chat, 'viewed'> = async (db, events) => {
  const rows = await listUnread(db, [...new Set(events.map(({ data }) => data.chat_id))])
  const byId = new Map(rows.map(row => [row.id, row]))
  return events.map(({ data }) => {
    const counts = byId.get(data.chat_id)
    if (!counts) return undefined
    const all = {
      by: data.by_expert === 1 ? ('expert' as const) : ('learner' as const),
      up_to: data.up_to,
      learner_unread: counts.learnerUnread,
      staff_unread: counts.staffUnread,
    }
    return { all }
  })
}
