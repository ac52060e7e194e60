import { articleTerms } from '#server/features/articles/testing/access.ts'
import { newClubBody } from './club-writes.ts'
import type { Trial } from './cohort-writes.ts'
import type { TestClient } from './test-client.ts'

/** A valid body for each write about articles. */
export const articleBodies: Record<string, () => Record<string, unknown>> = {
  'PUT /articles/:id/like': () => ({ liked: true }),
  'PUT /articles/:id/favourite': () => ({ isFavourite: true }),
  'POST /studio/clubs/:id/articles': () => ({ ...articleTerms }),
  'PUT /studio/articles/:id': () => ({ ...articleTerms, revision: 1 }),
  'PUT /studio/articles/:id/publication': () => ({ state: 'published', at: null, revision: 1 }),
}

/** Adds an article, a draft, to a new club. */
export async function newArticle(by: TestClient): Promise<{ club: number; article: number }> {
  const { id: club } = (await by.call('POST /studio/clubs', { body: newClubBody() })).data
  const { id: article } = (
    await by.call('POST /studio/clubs/:id/articles', { params: { id: club }, body: articleTerms })
  ).data
  return { club, article }
}

/** Adds an article that everybody may read. */
export async function publicArticle(by: TestClient): Promise<{ club: number; article: number }> {
  const made = await newArticle(by)
  const params = { id: made.article }
  await by.call('PUT /studio/articles/:id/publication', { params, body: { state: 'published', at: null, revision: 1 } })
  return made
}

/** The writes of staff about articles. */
export function articleWrites(by: () => TestClient): Record<string, Trial> {
  const article = async () => ({ params: { id: (await newArticle(by())).article } })
  return {
    'POST /studio/clubs/:id/articles': {
      by,
      make: async () => ({ params: { id: (await newArticle(by())).club }, body: articleTerms }),
      logs: ['article.add'],
    },
    'PUT /studio/articles/:id': {
      by,
      make: async () => ({ ...(await article()), body: { ...articleTerms, sort: 1, revision: 1 } }),
      logs: ['article.change'],
    },
    'PUT /studio/articles/:id/publication': {
      by,
      make: async () => ({ ...(await article()), body: { state: 'published', at: null, revision: 1 } }),
      logs: ['article.publish'],
    },
    'DELETE /studio/articles/:id': { by, make: article, logs: ['article.remove'] },
  }
}

/** Every read about articles, of what `ids` names. */
export const articleReads = (ids: { club: number; article: number }) =>
  ({
    'GET /articles/preview': { query: () => ({ search: 'tea' }) },
    'GET /articles/:id': { params: () => ({ id: ids.article }) },
    'GET /studio/clubs/:id/articles': { by: 'admin', params: () => ({ id: ids.club }) },
    'GET /studio/articles/:id': { by: 'admin', params: () => ({ id: ids.article }) },
  }) as const
