import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { ArticleState } from '#shared/features/articles/rules.ts'
import { isOvertaken, Overtaken } from '#studio/features/courses/draft/overtaken.ts'
import { type ArticleDraft, isSaved } from './article-draft.ts'
import { articleQuery } from './data.ts'

const readNow = (id: number) => queryClient.fetchQuery({ ...articleQuery(id), staleTime: 0 })

/** Saves a draft and answers its revision. What the draft has sent before is known as its own, when only the answer was lost. */
export async function saveArticle(id: number, draft: ArticleDraft): Promise<number> {
  try {
    const body = { ...draft.fields, revision: draft.revision }
    return (await request('PUT /studio/articles/:id', { params: { id }, body })).data.revision
  } catch (error) {
    if (!isOvertaken(error)) throw error
    const now = await readNow(id)
    if (!draft.sent.some(fields => isSaved({ fields }, now))) throw new Overtaken(now)
    return saveArticle(id, { ...draft, revision: now.revision })
  }
}

/** Publishes the revision of an article that its author sees, now or at a time (Unix seconds), or takes it back. */
export async function publishArticle(
  id: number,
  body: { state: ArticleState; at: number | null; revision: number },
): Promise<object> {
  try {
    return await request('PUT /studio/articles/:id/publication', { params: { id }, body })
  } catch (error) {
    throw isOvertaken(error) ? new Overtaken(await readNow(id)) : error
  }
}
