import type { Context } from '#server/platform/http/routes.ts'
import type { articles } from '#shared/features/articles/contract.ts'
import { articleState } from '#shared/features/articles/rules.ts'
import type { ListedArticleWire } from '#shared/features/articles/wire.ts'
import { titleIn } from '#shared/features/clubs/titles.ts'
import type { Language } from '#shared/platform/contract.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { imageOf } from './article-wire.ts'
import { findEditedArticle, listClubArticles, type ListedRow } from './staff-queries.ts'

type Calls = (typeof articles)['calls']
type On<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

/** An article in the list of staff, at `now` (Unix seconds). */
function listedWire({ titles, ...row }: ListedRow, language: Language, now: number): ListedArticleWire {
  return {
    id: row.id,
    title: titleIn(titles, language),
    state: articleState(row.published_at, now),
    published_at: row.published_at,
    is_public: row.is_public,
    views: row.views,
    likes: row.likes,
    favourites: row.favourites,
  }
}

/** All articles of a club. */
export async function listForStaff(context: On<'GET /studio/clubs/:id/articles'>) {
  const { db, user, params, caller, now, refuse } = context
  const rows = await listClubArticles(db, params.id, user.brandId)
  const { club } = rows[0] ?? refuse('not_found')
  return {
    title: titleIn(club, caller.language),
    articles: rows.flatMap(row => (row.id === null ? [] : [listedWire(row, caller.language, secondsFromMs(now))])),
  }
}

/** An article with all that can be changed. */
export async function readForStaff(context: On<'GET /studio/articles/:id'>) {
  const { db, user, params, caller, now, refuse } = context
  const { titles, picture, ...row } = (await findEditedArticle(db, params.id, user.brandId)) ?? refuse('not_found')
  return {
    ...row,
    community_title: titleIn(titles, caller.language),
    image: imageOf(picture, now),
    state: articleState(row.published_at, secondsFromMs(now)),
  }
}
