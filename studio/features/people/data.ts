import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import type { PersonRowWire, PersonWire } from '#shared/features/people/contract.ts'
import type { PeopleSort } from '#shared/features/people/people-sorts.ts'
import type { ChangeOfMany } from '#shared/features/people/rules.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import type { Find } from '#studio/platform/feature.ts'
import type { Direction } from '#studio/platform/tables/SortedColumn.tsx'

export const roles = [
  'learner',
  'expert',
  'author',
  'support',
  'admin',
] as const satisfies readonly PersonWire['role'][]

export type PeopleFilter = {
  search: string | undefined
  role: PersonWire['role'] | undefined
  blocked: 'yes' | 'no' | undefined
  sort: PeopleSort
  order: Direction
}

export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: ['GET /studio/users', filter] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await request('GET /studio/users', { query: { ...filter, after: pageParam }, signal })
      return data
    },
    getNextPageParam: page => page.next ?? undefined,
  })

export const personQuery = (id: number) => callQuery('GET /studio/users/:id', { params: { id } })

export function refreshPeople(): Promise<unknown> {
  return makeStale('GET /studio/users', 'GET /studio/users/:id', 'GET /studio/audit-log')
}

/** Changes one of many people, as it is done with one. */
export function changeOne({ id }: Pick<PersonRowWire, 'id'>, change: ChangeOfMany): Promise<unknown> {
  const params = { id }
  switch (change.kind) {
    case 'role':
      return request('PATCH /studio/users/:id', { params, body: { role: change.role } })
    case 'invite':
      return request('POST /studio/users/:id/invite', { params })
    case 'block':
      return request('POST /studio/users/:id/block', { params, body: { reason: change.reason } })
    case 'unblock':
      return request('POST /studio/users/:id/unblock', { params })
  }
}

/** The text that confirms an action on the account: its e-mail, otherwise its user name. */
export const confirmationText = ({ email, username }: Pick<PersonWire, 'email' | 'username'>) => email ?? username

/** One change at a time: refusals are shown at their fields, anything else as a toast; stale data is refetched. */
export function useAction() {
  const t = useCopy()
  return useSubmit({
    send: async (work: () => Promise<unknown>) => {
      await work()
      await refreshPeople()
    },
    failed: t('people.failed'),
    hasToast: true,
  })
}

/** Who invites by a link, as what; fails with the server's reason when it is valid no more. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['POST /invitation', token] as const,
    queryFn: async ({ signal }) => (await request('POST /invitation', { body: { token }, signal })).data,
    retry: false,
    gcTime: 0,
  })

/** People by the beginnings of name, e-mail or phone. */
export const findPeople: Find = async (words, { signal }) => {
  const { data } = await request('GET /studio/users', { query: { search: words, 'per-page': 5 }, signal })
  return data.users.map(({ id, name, email }) => ({ name, detail: email ?? '', href: pathTo('user', { userId: id }) }))
}
