import { streams } from '#shared/features/streams/contract.ts'
import { compareStreams, isListed } from '#shared/features/streams/rules.ts'
import { type Actor, type Caller, routes } from '#server/platform/http/routes.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { courseStructure } from '#server/features/courses/course-structure.ts'
import { giveDemo } from './give-demo.ts'
import { todayIn } from './local-days.ts'
import { findStream, listStreams, setStreamFilters } from './queries.ts'
import { isMobileDenied, type Moment, onlyFields, streamToWire, wantedFields } from './stream-wire.ts'

/** The calls of streams; each brand says whether demo streams are listed and when a stream's end is near. */
export function streamRoutes(brands: Brands) {
  return routes(streams, {
    'GET /user-course-streams': async ({ db, now, query, asked, user, caller }) => {
      const wanted = wantedFields(query.fields, asked)
      const rows = await listStreams(db, user.userId, query['filter[id][]'] ?? null, wanted.includes('progress'))
      const { config } = brandById(brands, caller.brandId)
      const moment = momentOf(now, user, caller)
      return rows
        .filter(row => isListed({ isDemo: row.is_demo }, config.isDemoStreamListed))
        .map(row => streamToWire(row, moment))
        .sort((a, b) => compareStreams(ordered(a), ordered(b)))
        .map(stream => onlyFields(stream, wanted))
    },

    'GET /user-course-streams/:id': async ({ db, now, params, query, asked, user, caller, refuse }) => {
      const row = await findStream(db, params.id, user.userId)
      if (!row) return refuse('not_found')
      if (isMobileDenied(row, caller)) refuse('mobile_denied')
      return onlyFields(streamToWire(row, momentOf(now, user, caller)), wantedFields(query.fields, asked))
    },

    'POST /user-course-streams/demo': giveDemo(brands),

    'POST /user-course-streams/:streamId/filters': async ({ db, now, params, body, user, caller, refuse }) => {
      const row = await findStream(db, params.streamId, user.userId)
      if (!row) return refuse('not_found')
      const { options } = await courseStructure(db, row.course_id, row.course_version)
      const unknown = Object.entries(body.filters).filter(([id, values]) => {
        const offered = options.find(option => option.id === id)?.values
        return !offered || values.some(value => !offered.includes(value))
      })
      if (unknown.length) refuse('unknown_filter', { fields: unknown.map(([id]) => `filters.${id}`) })
      const kept = await setStreamFilters(db, row.id, user.userId, JSON.stringify(body.filters))
      if (!kept) refuse('not_found')
      return streamToWire({ ...row, filters: body.filters }, momentOf(now, user, caller))
    },
  })

  function momentOf(now: number, { timezone }: Actor, { brandId }: Caller): Moment {
    const { daysShowWarning, isChatSupport } = brandById(brands, brandId).config
    return { today: todayIn(timezone, now), timeZone: timezone, daysShowWarning, isChatSupport }
  }
}

function ordered({ id, status, starts_on }: ReturnType<typeof streamToWire>) {
  return { id, status, startsOn: starts_on }
}
