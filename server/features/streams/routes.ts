import { configIn, demoOf } from '#shared/features/brands/rules.ts'
import { streams } from '#shared/features/streams/contract.ts'
import { compareStreams, isListed } from '#shared/features/streams/rules.ts'
import { type Actor, type Caller, routes, type Context } from '#server/platform/http/routes.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { courseStructure } from '#server/features/courses/course-structure.ts'
import type { Listeners } from '#server/features/billing/orders/settle.ts'
import { orderExtension, readExtensions } from './extensions.ts'
import { freezeStream, unfreezeStream } from './freezes.ts'
import { todayIn } from './local-days.ts'
import { findStream, listStreams, setStreamFilters } from './queries.ts'
import { isMobileDenied, type Moment, momentOf, onlyFields, streamToWire, wantedFields } from './stream-wire.ts'
import { addDays } from '#shared/platform/times.ts'
import { findDemoCourse, insertDemoStream, upsertCohort } from './cohort-queries.ts'

/** The calls of streams; the brand decides whether demo streams are listed and when to warn of a stream's end. */
export function streamRoutes(brands: Brands, listeners: Listeners) {
  const isExtensionOpen = (brandId: string) => brandById(brands, brandId).config.isNewRenewCourseEnable
  return routes(streams, {
    'GET /user-course-streams': async ({ db, now, query, asked, user, caller }) => {
      const wanted = wantedFields(query.fields, asked)
      const rows = await listStreams(db, user.userId, query['filter[id][]'] ?? null, wanted)
      const { config } = brandById(brands, caller.brandId)
      const moment = momentFor({ now, user, caller })
      return rows
        .filter(row => isListed({ isDemo: row.is_demo }, config.isDemoStreamListed))
        .map(row => streamToWire(row, moment))
        .sort((a, b) => compareStreams(ordered(a), ordered(b)))
        .map(stream => onlyFields(stream, wanted))
    },

    'GET /user-course-streams/:id': async ({ db, now, params, query, asked, user, caller, refuse }) => {
      const wanted = wantedFields(query.fields, asked)
      const row = await findStream(db, params.id, user.userId, wanted)
      if (!row) return refuse('not_found')
      if (isMobileDenied(row, caller)) refuse('mobile_denied')
      return onlyFields(streamToWire(row, momentFor({ now, user, caller })), wanted)
    },

    'POST /user-course-streams/demo': giveDemo(brands),

    'POST /user-course-streams/:streamId/filters': async ({ db, now, params, body, user, caller, refuse }) => {
      const row = await findStream(db, params.streamId, user.userId, ['progress'])
      if (!row) return refuse('not_found')
      const { options } = await courseStructure(db, row.course_id, row.course_version)
      const unknown = Object.entries(body.filters).filter(([id, values]) => {
        const offered = options.find(option => option.id === id)?.values
        return !offered || values.some(value => !offered.includes(value))
      })
      if (unknown.length) refuse('unknown_filter', { fields: unknown.map(([id]) => `filters.${id}`) })
      const kept = await setStreamFilters(db, row.id, user.userId, JSON.stringify(body.filters))
      if (!kept) refuse('not_found')
      return streamToWire({ ...row, filters: body.filters }, momentFor({ now, user, caller }))
    },

    'POST /user-course-streams/:streamId/freeze/create': context => freezeStream(context, momentFor(context)),
    'POST /user-course-streams/:streamId/freeze/cancel': context => unfreezeStream(context, momentFor(context)),
    'GET /user-course-streams/:streamId/freeze/cancel': context => unfreezeStream(context, momentFor(context)),
    'GET /extend/:streamId': context => readExtensions(context, isExtensionOpen),
    'POST /extend/:streamId/course-service/:serviceId': orderExtension(listeners, isExtensionOpen),
  })

  function momentFor({ now, user, caller }: { now: number; user: Actor; caller: Caller }): Moment {
    return momentOf(now, user.timezone, configIn(brandById(brands, caller.brandId), caller.appType))
  }
}

function ordered({ id, status, starts_on }: ReturnType<typeof streamToWire>) {
  return { id, status, startsOn: starts_on }
}

type Call = (typeof streams)['calls']['POST /user-course-streams/demo']

/** Gives the brand's demo course, from today for the length of the course, to a learner without streams; once. */
function giveDemo(brands: Brands) {
  return async ({ db, now, user, caller, refuse }: Context<'POST /user-course-streams/demo', Call>) => {
    const demo = demoOf(brandById(brands, caller.brandId), caller.appType)
    const course = demo && (await findDemoCourse(db, caller.brandId, demo.courseKey))
    if (!course) return refuse('demo_closed')
    const startsOn = todayIn(user.timezone, now)
    const endsOn = addDays(startsOn, Math.max(1, course.days_count) - 1)
    const cohort = await upsertCohort(db, course.id, startsOn, endsOn, 'keep-end')
    const given = cohort && { userId: user.userId, serviceId: demo.serviceId, courseId: course.id, streamId: cohort.id }
    const made = given && (await insertDemoStream(db, JSON.stringify({ ...given, startsOn, endsOn })))
    return { is_created: made !== undefined }
  }
}
