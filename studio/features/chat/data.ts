import { type Waiting } from '#studio/platform/feature.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import type { AnswerOf } from '#kit/request/request.ts'
import type { InboxChatWire } from '#shared/features/chat/contract.ts'
import { useQueryState } from '#studio/platform/addresses.ts'
import { pagedQuery } from '#studio/platform/Pages.tsx'
import { request } from '#kit/request/request.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import type { Find } from '#studio/platform/feature.ts'

export type InboxShow = 'waiting' | 'unread' | 'mine' | 'free' | 'all'
export type InboxFilter = { show: InboxShow; courseId?: number; search?: string }

const perPage = 50

/** The number of chats with unread messages: the total count of a page of one. */
const unreadQuery = () =>
  queryOptions({
    ...pagedQuery('GET /studio/chats', { query: { show: 'unread', page: 1, 'per-page': 1 } }),
    refetchInterval: 60_000,
  })

export const inboxQuery = ({ show, courseId, search }: InboxFilter, page = 1) =>
  pagedQuery('GET /studio/chats', {
    query: { show, course_id: courseId, search: search || undefined, page, 'per-page': perPage },
  })

export const chatQuery = (id: number) => callQuery('GET /studio/chats/:id', { params: { id } })

/** Refetches what a change in any chat makes stale. */
export function refreshInbox(): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: ['GET /studio/chats'] })
}

/** Whether a colleague gave the chat to this person, who has neither answered nor taken it. */
export function isHandedTo({ owner, handed_at }: InboxChatWire, userId: number): boolean {
  return owner?.id === userId && handed_at !== null
}

export type ChatDetail = AnswerOf<'GET /studio/chats/:id'>

export const inboxShows: readonly InboxShow[] = ['waiting', 'unread', 'mine', 'free', 'all']

/** The inbox filter, kept in the address. */
export function useInboxFilter() {
  const { get, getId, set } = useQueryState()
  const show = inboxShows.find(name => name === get('show')) ?? 'waiting'
  const search = get('search') ?? ''
  return {
    show,
    search,
    page: getId('page') ?? 1,
    set,
    /** Query parameters that carry the filter along. */
    query: { show: show === 'waiting' ? undefined : show, search: search || undefined, page: getId('page') },
  }
}

/** How many chats have messages nobody has read. */
export function useUnreadMessages(): Waiting | undefined {
  const t = useCopy()
  const { data } = useQuery(unreadQuery())
  return data && { count: data.total, words: t('shell.inbox.count', { count: data.total }) }
}

/** Chats by their learner and by what was written in them. */
export const findChats: Find = async (words, { signal }) => {
  const { data } = await request('GET /studio/chats', { query: { show: 'all', search: words, 'per-page': 5 }, signal })
  return data.map(({ id, learner, course_title: detail }) => ({
    name: learner.name,
    detail,
    href: pathTo('chat', { chatId: id }, { show: 'all' }),
  }))
}
