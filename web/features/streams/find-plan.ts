import { callQuery, load } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { site } from '#kit/features/brands/site.ts'
import { settings } from '#kit/request/connection.ts'
import { read } from '#kit/request/early-reads.ts'
import { request } from '#kit/request/request.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import type { PlanFacts } from '#shared/features/accounts/rules.ts'
import { subscriptionFromWire } from '#shared/features/billing/forms.ts'
import { planFacts } from '#shared/features/billing/rules.ts'
import type { UserStreamWire } from '#shared/features/streams/contract.ts'
import { streamFromWire } from '#shared/features/streams/forms.ts'
import { track } from '#web/platform/analytics.ts'

/** As the shell reads them, so that it has them too. */
const ownStreams = read('GET /user-course-streams', { expand: ['progress', 'freeze'] })

/** Whose demo was asked for since this page was loaded. */
let askedFor = 0

/**
 * What the guards need to know of somebody's streams and subscriptions. A learner without streams
 * first gets the brand's demo, and the streams are read again.
 */
export async function findPlan(user: UserWire, streams: UserStreamWire[]): Promise<PlanFacts> {
  let known = streams
  if (streams.length === 0 && user.role === 'learner' && askedFor !== user.id) {
    askedFor = user.id
    known = await giveDemo().catch(() => {
      askedFor = 0
      return streams
    })
  }
  const subscriptions = await queryClient.fetchQuery({ ...callQuery('GET /payment-subscription'), staleTime: 0 })
  return planFacts(known.map(streamFromWire), subscriptions.map(subscriptionFromWire), settings.appType)
}

/** Where the brand has a demo course, makes it the learner's; the server gives it once. Their streams from then on. */
async function giveDemo(): Promise<UserStreamWire[]> {
  const { isDemoAccessible, demoCourseServiceId, catalogue } = site().config
  const service = catalogue.products.find(({ serviceId }) => serviceId === demoCourseServiceId)
  if (!isDemoAccessible || !service?.courseKey) return []
  const { data } = await request('POST /user-course-streams/demo')
  if (!data.is_created) return []
  track({ name: 'demo_course_add', service: service.serviceId })
  await makeStale('GET /user-course-streams', 'GET /courses', 'GET /chats')
  // The menu only looks at what is known, and where no screen shows the streams yet, nothing else would read them.
  return (await load(queryClient, ownStreams)) as UserStreamWire[]
}
