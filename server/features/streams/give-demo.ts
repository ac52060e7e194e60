import type { streams } from '#shared/features/streams/contract.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { addDays } from '#shared/platform/times.ts'
import type { Caller, Context } from '#server/platform/http/routes.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { findDemoCourse, insertDemoStream, upsertCohort } from './cohort-queries.ts'
import { todayIn } from './local-days.ts'

type Call = (typeof streams)['calls']['POST /user-course-streams/demo']

/** The service of a brand's demo course and the key of that course; undefined where there is none. */
function demoOf({ config, mobileApp }: Brand, { appType }: Caller) {
  const isOpen = appType === 'mobile' ? mobileApp.isDemoAccessible : config.isDemoAccessible
  const service = config.catalogue.products.find(({ serviceId }) => serviceId === config.demoCourseServiceId)
  return isOpen && service?.courseKey ? { serviceId: service.serviceId, courseKey: service.courseKey } : undefined
}

/** Gives the demo course of the brand, from today for as long as the course is, to whoever has no streams; once. */
export function giveDemo(brands: Brands) {
  return async ({ db, now, user, caller, refuse }: Context<'POST /user-course-streams/demo', Call>) => {
    const demo = demoOf(brandById(brands, caller.brandId), caller)
    const course = demo && (await findDemoCourse(db, caller.brandId, demo.courseKey))
    if (!course) return refuse('demo_closed')
    const startsOn = todayIn(user.timezone, now)
    const endsOn = addDays(startsOn, Math.max(1, course.days_count) - 1)
    const cohort = await upsertCohort(db, course.id, startsOn, endsOn, false)
    const given = cohort && { userId: user.userId, serviceId: demo.serviceId, courseId: course.id, streamId: cohort.id }
    const made = given && (await insertDemoStream(db, JSON.stringify({ ...given, startsOn, endsOn })))
    return { is_created: made !== undefined }
  }
}
