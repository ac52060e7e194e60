import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRoom } from '#kit/live/listen.ts'
import { request } from '#kit/request/request.ts'
import { settings } from '#kit/request/connection.ts'
import { writingOf } from './draft-writing.ts'
import { draftQuery } from './order-writing.ts'

/** Somebody else who has the draft open, and which part of it. */
export type OtherAuthor = { name: string; part: string | null }

const sayEveryMs = 15_000
const authorsKey = (courseId: number) => ['authors of a draft', courseId]

/** Tells the other authors of a draft which part is open here, and answers where they are; they hear of it at once. */
export function useAuthors(courseId: number, part: string | null): readonly OtherAuthor[] {
  const client = useQueryClient()
  const { data = [] } = useQuery({
    queryKey: [...authorsKey(courseId), part],
    queryFn: async () =>
      (await request('POST /studio/courses/:id/draft/authors', { params: { id: courseId }, body: { part } })).data,
    refetchInterval: sayEveryMs,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  useRoom(
    'draft',
    { id: courseId, after: null },
    {
      signals: {
        draft: {
          by: 'user_id',
          hear({ user_id: userId, revision }) {
            if (userId === settings.userId) return
            void client.invalidateQueries({ queryKey: authorsKey(courseId) })
            const { queryKey } = draftQuery(courseId)
            const known = client.getQueryData(queryKey)?.revision ?? 0
            const { isBusy, conflict } = writingOf(courseId).orders.state.read()
            if (revision > known && !isBusy && !conflict) void client.invalidateQueries({ queryKey })
          },
        },
      },
    },
  )
  return data
}
