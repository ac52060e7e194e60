import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'

/** The chat of a club, with its room's event number. */
const clubChatQuery = (id: number) => callQuery('GET /clubs/:id/chat', { params: { id } })

export const useClubChat = (id: number) => useQuery({ ...clubChatQuery(id), refetchOnMount: 'always' })

/** Whether the learner may read and write is asked again. */
export const refreshClubChats = () => makeStale('GET /clubs/:id/chat')

/** Those who may be mentioned and have `search` in their name; nobody is looked for while it is undefined. */
export const useMentionable = (id: number, search: string | undefined) =>
  useQuery({
    ...callQuery('GET /clubs/:id/chat/people', { params: { id }, query: search ? { search } : {} }),
    enabled: search !== undefined,
    placeholderData: before => before,
    retry: false,
    meta: { isKept: false },
  })

/** Sets how many messages of a club's chat the learner has not seen. */
export function setClubUnread(client: QueryClient, id: number, count: number): void {
  client.setQueryData(clubChatQuery(id).queryKey, chat => chat && { ...chat, unread_count: count })
}
