import type { Brands } from '#server/features/brands/load-brands.ts'
import { whereClubsAreOn } from '#server/features/clubs/club-school.ts'
import { type Handlers, routes } from '#server/platform/http/routes.ts'
import { clubchat } from '#shared/features/clubchat/contract.ts'
import { isMuted } from '#shared/features/clubchat/rules.ts'
import { titleIn } from '#shared/features/clubs/titles.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { askedOf, type ClubContext, findReader, readableBy } from './club-place.ts'
import { messageWire } from './message.ts'
import { hideMessage, moderatedMessages, mutePerson } from './moderate.ts'
import { postMessage } from './post-message.ts'
import { findAuthor, findChat, findMessages, findWriters, insertReport, listUnread, setRead } from './queries.ts'

async function reportMessage(context: ClubContext<'PUT /clubs/:id/chat/messages/:messageId/report'>) {
  const { db, user, params, body, now, refuse } = context
  const { clubId } = await findReader(context)
  const reason = body.reason.trim() || refuse('report_reason_required', { fields: ['reason'] })
  const { authorId } = (await findAuthor(db, clubId, params.messageId)) ?? refuse('not_found')
  if (authorId === user.userId) refuse('not_allowed')
  const report = { messageId: params.messageId, userId: user.userId, reason }
  await insertReport(db, { ...report, now: now / 1000 })
  return {}
}

type Learners = Exclude<keyof (typeof clubchat)['calls'], `${string} /studio/${string}`>

function membersHandlers(brands: Brands): Pick<Handlers<typeof clubchat>, Learners> {
  const here = whereClubsAreOn(brands)
  return {
    'GET /unread-in-clubs': context => {
      const { db, user, now } = here(context)
      return listUnread(db, { userId: user.userId, brandId: user.brandId, now: secondsFromMs(now) })
    },

    'GET /clubs/:id/chat': async context => {
      const { db, caller, now } = context
      const { clubId, titles, mutedUntil, ...chat } = readableBy(context, await findChat(db, askedOf(here(context))))
      return {
        id: clubId,
        title: titleIn(titles, caller.language),
        message_count: chat.message_count,
        read_number: chat.read_number,
        unread_count: chat.unread_count,
        muted_until: isMuted(mutedUntil, secondsFromMs(now)) ? mutedUntil : null,
        live_seq: chat.live_seq,
      }
    },

    'GET /clubs/:id/chat/messages': async context => {
      const { db, user, query, now } = context
      const { before = null, after = null, 'per-page': limit = 30 } = query
      const found = await findMessages(db, { ...askedOf(here(context)), before, after, limit })
      return readableBy(context, found).messages.map(row => messageWire(row, { userId: user.userId, now }))
    },

    'POST /clubs/:id/chat/messages': context => postMessage(here(context)),

    'PUT /clubs/:id/chat/read': async context => {
      const { db, user, body, refuse } = context
      const { clubId } = await findReader(here(context))
      return (await setRead(db, { clubId, userId: user.userId, number: body.number })) ?? refuse('not_found')
    },

    'GET /clubs/:id/chat/people': async context => {
      const search = context.query.search?.trim() ?? ''
      return readableBy(context, await findWriters(context.db, { ...askedOf(here(context)), search })).people
    },

    'PUT /clubs/:id/chat/messages/:messageId/report': context => reportMessage(here(context)),
  }
}

export const clubchatRoutes = (brands: Brands) =>
  routes(clubchat, {
    ...membersHandlers(brands),

    'GET /studio/clubs/:id/chat/messages': moderatedMessages,
    'PUT /studio/clubs/:id/chat/messages/:messageId/hidden': hideMessage,
    'PUT /studio/clubs/:id/chat/people/:userId/mute': mutePerson,
  })
