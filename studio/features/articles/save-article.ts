import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import type { ArticleState } from '#shared/features/articles/rules.ts'
import type { EditedArticleWire } from '#shared/features/articles/wire.ts'
import { type ArticleDraft, isSaved } from './article-draft.ts'
import { articleQuery } from './data.ts'

/** Somebody else has written another version meanwhile. */
class Overtaken extends Error {
  readonly theirs: EditedArticleWire
  constructor(theirs: EditedArticleWire) {
    super('Somebody else was faster')
    this.theirs = theirs
  }
}

const isOvertaken = (error: unknown) => error instanceof RequestError && error.code === 'changed_meanwhile'
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

/** Waits for what somebody else may overtake: then it answers undefined, and `keepBoth` is given their version. */
export async function unlessOvertaken<Done>(
  work: Promise<Done>,
  keepBoth: (theirs: EditedArticleWire) => void,
): Promise<Done | undefined> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    keepBoth(error.theirs)
    return undefined
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
