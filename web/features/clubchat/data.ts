import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import type { ClubChatWire } from '#shared/features/clubchat/wire.ts'

/** The chat of a club, with its room's event number. */
const clubChatQuery = (id: number) => callQuery('GET /clubs/:id/chat', { params: { id } })

export const useClubChat = (id: number) => useQuery({ ...clubChatQuery(id), refetchOnMount: 'always' })

const unreadQuery = () => callQuery('GET /unread-in-clubs')

/** How much is new in the chat of one of the learner's clubs; all of them are asked for at once. */
export const useUnreadInClub = (id: number): number =>
  useQuery({ ...unreadQuery(), refetchOnMount: 'always' }).data?.find(club => club.id === id)?.unread_count ?? 0

/** Whether the learner may read and write is asked again. */
export const refreshClubChats = () => makeStale('GET /clubs/:id/chat', 'GET /unread-in-clubs')

/** Those who may be mentioned and have `search` in their name; nobody is looked for while it is undefined. */
export const useMentionable = (id: number, search: string | undefined) =>
  useQuery({
    ...callQuery('GET /clubs/:id/chat/people', { params: { id }, query: search ? { search } : {} }),
    enabled: search !== undefined,
    placeholderData: before => before,
    retry: false,
    meta: { isKept: false },
  })

/** Keeps how far the learner has read a club's chat, and how many messages of others come after that. */
export function keepClubRead(id: number, read: Partial<Pick<ClubChatWire, 'read_number' | 'unread_count'>>): void {
  queryClient.setQueryData(clubChatQuery(id).queryKey, chat => chat && { ...chat, ...read })
  const { unread_count: unread } = read
  if (unread === undefined) return
  queryClient.setQueryData(unreadQuery().queryKey, clubs =>
    clubs?.map(club => (club.id === id ? { ...club, unread_count: unread } : club)),
  )
}
