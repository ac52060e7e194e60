import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import type { Language } from '#kit/copy/language.ts'
import { request } from '#kit/request/request.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { toUser, userQuery } from '#web/features/accounts/data.ts'

const figures = [
  'scores_amount',
  'viewed_hours',
  'completed_courses',
  'completed_tasks',
  'viewed_lessons',
  'referral_orders',
  'cashback',
  'discount_for_referral',
  'link_jumps',
] as const

/** The user with all statistics, always refetched. */
export function useFigures() {
  return useQuery({ ...callQuery('GET /user', { expand: figures }), select: toUser, staleTime: 0 })
}

export function useReferrals() {
  return useQuery({ ...callQuery('GET /user/referrals'), staleTime: 0 })
}

export function useSessions() {
  return useQuery({ ...callQuery('GET /user/sessions'), staleTime: 0 })
}

/** Puts a user that a write answered into the cache. */
export function keepUserAnswer(user: UserWire): void {
  queryClient.setQueryData(userQuery().queryKey, user)
  void queryClient.invalidateQueries({
    queryKey: ['GET /user'],
    predicate: ({ queryKey }) => queryKey[1] !== undefined && Object.keys(queryKey[1] as object).length > 0,
  })
}

/** Makes it the account's language too, in which letters are written and which the profile names. */
export async function keepLanguage(language: Language): Promise<void> {
  keepUserAnswer((await request('POST /user', { body: { language_code: language }, isMultipart: true })).data)
}

/** Switches all notifications optimistically; a failure switches them back. */
export async function switchNotifications(isOn: boolean): Promise<void> {
  const { queryKey } = userQuery()
  const before = queryClient.getQueryData(queryKey)
  const set = (disable_notification: number) =>
    queryClient.setQueryData(queryKey, user => user && { ...user, disable_notification })
  set(isOn ? 0 : 1)
  try {
    await request('POST /user/notification', { body: { disable_notification: isOn ? 0 : 1 } })
  } catch (error) {
    if (before) set(before.disable_notification)
    throw error
  }
}

/** Signs one device out, or all others, and refetches the list. */
export async function endSessions(id: number | 'others'): Promise<void> {
  try {
    if (id === 'others') await request('POST /user/end-other-sessions')
    else await request('DELETE /user/sessions/:id', { params: { id } })
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['GET /user/sessions'] })
  }
}
