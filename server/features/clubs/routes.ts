import type { Brands } from '#server/features/brands/load-brands.ts'
import { type Handlers, routes } from '#server/platform/http/routes.ts'
import { type ClubMemberWire, clubs } from '#shared/features/clubs/contract.ts'
import { clubType, type Membership } from '#shared/features/clubs/rules.ts'
import { titleIn } from '#shared/features/clubs/titles.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { whereClubsAreOn } from './club-school.ts'
import { addClub, changeClub, removeClub } from './keep-clubs.ts'
import { changeFaq, readFaq, readFaqForStaff } from './keep-faq.ts'
import {
  findClub,
  listAllClubs,
  listClubs,
  listMembers,
  listMemberships,
  type MemberRow,
  type MembershipRow,
} from './queries.ts'

const membershipOf = (row: MembershipRow | null): Membership | undefined =>
  row
    ? {
        startDate: row.start_date,
        endDate: row.end_date,
        isOptionalPurchase: row.is_optional_purchase,
        isIncluded: row.is_included,
      }
    : undefined

/** What is known of a member; nothing in the row of a page that has none. */
function memberWire(row: MemberRow): ClubMemberWire[] {
  if (row.id === null) return []
  const { id, name, email, since, until, is_subscribed } = row
  return [{ id, name, email, since, until, is_subscribed }]
}

type Learners = 'GET /community' | 'GET /user-community' | 'GET /clubs/:id/faq'

function learnersHandlers(brands: Brands): Pick<Handlers<typeof clubs>, Learners> {
  const here = whereClubsAreOn(brands)
  return {
    'GET /community': async context => {
      const { db, user, caller, now } = here(context)
      const rows = await listClubs(db, { userId: user.userId, brandId: user.brandId })
      return rows.map(({ titles, sharesCourse, membership, ...club }) => {
        const type = clubType(membershipOf(membership), sharesCourse, secondsFromMs(now))
        const isOwned = type === 'owned'
        return {
          ...club,
          title: titleIn(titles, caller.language),
          type,
          faq_url: isOwned ? club.faq_url : null,
          telegram_chat_url: isOwned ? club.telegram_chat_url : null,
        }
      })
    },

    'GET /user-community': async context => {
      const { db, user } = here(context)
      const rows = await listMemberships(db, { userId: user.userId, brandId: user.brandId })
      return rows.map(({ community_id, start_date, end_date, is_optional_purchase }) => ({
        community_id,
        start_date,
        end_date,
        is_optional_purchase,
      }))
    },

    'GET /clubs/:id/faq': context => readFaq(here(context)),
  }
}

export const clubRoutes = (brands: Brands) =>
  routes(clubs, {
    ...learnersHandlers(brands),

    'GET /studio/clubs': async ({ db, user, caller, now }) => {
      const rows = await listAllClubs(db, { brandId: user.brandId, now: secondsFromMs(now) })
      return rows.map(({ titles, ...club }) => ({ ...club, title: titleIn(titles, caller.language) }))
    },

    'GET /studio/clubs/:id': async ({ db, user, params, refuse }) =>
      (await findClub(db, params.id, user.brandId)) ?? refuse('not_found'),

    'POST /studio/clubs': addClub,
    'PUT /studio/clubs/:id': changeClub,
    'DELETE /studio/clubs/:id': removeClub,

    'GET /studio/clubs/:id/members': async ({ db, user, params, query, now, refuse, setPage }) => {
      const { page = 1, 'per-page': perPage = 50 } = query
      const shown = { limit: perPage, offset: (page - 1) * perPage }
      const asked = { clubId: params.id, brandId: user.brandId, now: secondsFromMs(now) }
      const rows = await listMembers(db, { ...asked, ...shown })
      setPage({ page, perPage, total: (rows[0] ?? refuse('not_found')).total })
      return rows.flatMap(memberWire)
    },

    'GET /studio/clubs/:id/faq': readFaqForStaff,
    'PUT /studio/clubs/:id/faq': changeFaq,
  })
