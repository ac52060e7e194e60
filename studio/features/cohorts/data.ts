import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { ActionBodyWire, CohortLearnerWire, EffectsWire } from '#shared/features/cohorts/contract.ts'
import { pagedQuery } from '#studio/platform/Pages.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { allWordsIn, closestFirst } from '#studio/platform/words.ts'
import type { Find } from '#studio/platform/feature.ts'

export const cohortsQuery = () => callQuery('GET /studio/cohorts')

export const cohortQuery = (id: number) => callQuery('GET /studio/cohorts/:id', { params: { id } })

export const codesQuery = (id: number, search: string, page: number) =>
  pagedQuery('GET /studio/cohorts/:id/codes', { params: { id }, query: { search, page } })

/** Who joined by a code of a cohort. */
export const joinedQuery = (id: number, codeId: number) =>
  callQuery('GET /studio/cohorts/:id/codes/:codeId/learners', { params: { id, codeId } })

export const learnerColumns = ['name', 'reached', 'done', 'seen', 'waiting', 'points'] as const
export type LearnerColumn = (typeof learnerColumns)[number]
export type LearnerOrder = { sort: LearnerColumn; order: 'asc' | 'desc' }

export const learnersQuery = (id: number, order: LearnerOrder, page: number) =>
  pagedQuery('GET /studio/cohorts/:id/learners', { params: { id }, query: { ...order, page } })

/** All learners of a cohort in the order of the table. */
export async function allLearners(id: number, order: LearnerOrder): Promise<CohortLearnerWire[]> {
  const query = { ...order, 'per-page': 10_000 }
  return (await request('GET /studio/cohorts/:id/learners', { params: { id }, query })).data
}

/** An action without those it is for. */
export type Asked = Omit<ActionBodyWire, 'place_ids'>

type CohortDates = { starts_on: string; ends_on: string; seats: number | null }

/** What is to be shown before it is done, and how it is done: an action on learners, or other dates. */
export type Plan = { cohortId: number } & ({ action: ActionBodyWire } | { dates: CohortDates })

/** What a plan would do now: never from a memory. */
export const effectsQuery = (plan: Plan) => ({
  queryKey: ['cohort effects', plan] as const,
  queryFn: async (): Promise<EffectsWire> => {
    const params = { id: plan.cohortId }
    const answer =
      'dates' in plan
        ? await request('POST /studio/cohorts/:id/effects', { params, body: plan.dates })
        : await request('POST /studio/cohorts/:id/learners/effects', { params, body: plan.action })
    return answer.data
  },
  gcTime: 0,
  staleTime: Infinity,
  retry: false,
})

/** Does what a plan was shown to do; answers how many learners it has changed. */
export async function carryOut(plan: Plan, seal: string): Promise<number> {
  const params = { id: plan.cohortId }
  const { data } =
    'dates' in plan
      ? await request('PUT /studio/cohorts/:id', { params, body: { ...plan.dates, seal } })
      : await request('POST /studio/cohorts/:id/learners/actions', { params, body: { ...plan.action, seal } })
  await refreshCohorts()
  return data.changed
}

export function refreshCohorts(): Promise<unknown> {
  return makeStale(
    'GET /studio/cohorts',
    'GET /studio/cohorts/:id',
    'GET /studio/cohorts/:id/learners',
    'GET /studio/cohorts/:id/codes',
    'GET /studio/learners/:id',
    'GET /studio/learners/:id/places/:placeId',
    'GET /studio/users/:id',
    'GET /studio/audit-log',
  )
}

/** Cohorts by words of their course's title and by the date on which they start. */
export const findCohorts: Find = async (words, { language }) => {
  const cohorts = await queryClient.fetchQuery(cohortsQuery())
  const found = cohorts
    .map(({ id, course_title: name, starts_on }) => {
      const detail = formatLocalDate(starts_on, language, 'numeric')
      return { name, detail, href: pathTo('cohort', { cohortId: id }) }
    })
    .filter(({ name, detail }) => allWordsIn(words, `${name} ${detail}`))
  return closestFirst(words, found).slice(0, 5)
}
