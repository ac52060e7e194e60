import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { ArticleState } from '#shared/features/articles/rules.ts'
import { orOvertaken } from '#studio/platform/writing/overtaken.ts'
import { saveOver } from '#studio/platform/writing/use-writing.ts'
import { type ArticleDraft, isSaved } from './article-draft.ts'
import { articleQuery } from './data.ts'

const readNow = (id: number) => queryClient.fetchQuery({ ...articleQuery(id), staleTime: 0 })

/** Saves a draft and answers its revision. Throws Overtaken with what somebody else has saved. */
export const saveArticle = (id: number, written: ArticleDraft): Promise<number> =>
  saveOver(written, {
    send: async ({ fields, revision }) =>
      (await request('PUT /studio/articles/:id', { params: { id }, body: { ...fields, revision } })).data.revision,
    readNow: () => readNow(id),
    isSaved,
  })

/** Publishes the revision of an article that its author sees, now or at a time (Unix seconds), or takes it back. */
export const publishArticle = (
  id: number,
  body: { state: ArticleState; at: number | null; revision: number },
): Promise<object> =>
  orOvertaken(request('PUT /studio/articles/:id/publication', { params: { id }, body }), () => readNow(id))
