import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { type Context, type Handlers, routes } from '#server/platform/http/routes.ts'
import { articles } from '#shared/features/articles/contract.ts'
import { articleIn } from '#shared/features/articles/rules.ts'
import { whereClubsAreOn } from '#server/features/clubs/club-school.ts'
import { titleIn } from '#shared/features/clubs/titles.ts'
import { isBlank } from '#shared/platform/text.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { filesWire } from './article-files.ts'
import { imageOf, pixelsOf, previewWire } from './article-wire.ts'
import type { CommunityHosts } from './host/community-host.ts'
import { listFromHost } from './host/list-from-host.ts'
import { addArticle, changeArticle, publishArticle, removeArticle } from './keep-articles.ts'
import { countView, findArticle, listArticles, searchArticles, setFavourite, setLiked } from './queries.ts'
import { listForStaff, readForStaff } from './staff-reads.ts'

type Calls = (typeof articles)['calls']
type Asked = Pick<Context<'GET /articles/:id', Calls['GET /articles/:id']>, 'user' | 'now'>

/** The size of a preview in a list. */
const listedSize = '370x210'

const readerOf = ({ user, now }: Asked) => ({
  userId: user.userId,
  brandId: user.brandId,
  now: secondsFromMs(now),
})

const hostOf = (brands: Brands, { brandId }: { brandId: string }) =>
  brandById(brands, brandId).config.communityUrls.host

type Own = { brands: Brands; hosts: CommunityHosts }

/** A page of articles: Kurso’s own, or those of the site that the school’s clubs have. */
async function listPreviews(
  context: Context<'GET /articles/preview', Calls['GET /articles/preview']>,
  { hosts }: Own,
  host: string | null,
) {
  if (host) return listFromHost(context, host, hosts)
  const { db, query, caller, now, setPage } = context
  const { page = 1, perPage = 20, search = '', thumbnail = listedSize } = query
  const wanted = {
    ...readerOf(context),
    clubIds: query['external_id[]'] ?? null,
    isFavourite: query.favourite === '1',
    limit: perPage,
    offset: (page - 1) * perPage,
  }
  const rows = isBlank(search) ? await listArticles(db, wanted) : await searchArticles(db, { ...wanted, search })
  setPage({ page, perPage, total: rows[0]?.total ?? 0 })
  const reading = { language: caller.language, now }
  return {
    member: rows.flatMap(row => (row.id === null ? [] : [previewWire(row, reading, pixelsOf(thumbnail))])),
  }
}

type Learners =
  | 'GET /articles/preview'
  | 'GET /articles/:id'
  | 'PUT /articles/:id/like'
  | 'PUT /articles/:id/favourite'
  | 'PUT /articles/:id/view'

function learnersHandlers(own: Own): Pick<Handlers<typeof articles>, Learners> {
  const here = whereClubsAreOn(own.brands)
  return {
    'GET /articles/preview': context => listPreviews(here(context), own, hostOf(own.brands, context.user)),

    'GET /articles/:id': async context => {
      const { db, params, caller, now, refuse } = context
      const row = (await findArticle(db, { ...readerOf(here(context)), id: params.id })) ?? refuse('not_found')
      return {
        ...previewWire(row, { language: caller.language, now }, pixelsOf(listedSize)),
        community_title: titleIn(row.titles, caller.language),
        image: imageOf(row.picture, now),
        body: articleIn(row.texts, caller.language)?.body ?? '',
        files: filesWire(row.files, now),
      }
    },

    'PUT /articles/:id/like': async context => {
      const { db, params, body, refuse } = context
      const kept = await setLiked(db, { ...readerOf(here(context)), id: params.id, isSo: body.liked })
      return kept ? {} : refuse('not_found')
    },

    'PUT /articles/:id/favourite': async context => {
      const { db, params, body, refuse } = context
      const kept = await setFavourite(db, { ...readerOf(here(context)), id: params.id, isSo: body.isFavourite })
      return kept ? {} : refuse('not_found')
    },

    'PUT /articles/:id/view': async context => {
      await countView(context.db, { ...readerOf(here(context)), id: context.params.id })
      return {}
    },
  }
}

export const articleRoutes = (own: Own) =>
  routes(articles, {
    ...learnersHandlers(own),
    'GET /studio/clubs/:id/articles': listForStaff,
    'GET /studio/articles/:id': readForStaff,
    'POST /studio/clubs/:id/articles': addArticle,
    'PUT /studio/articles/:id': changeArticle,
    'PUT /studio/articles/:id/publication': publishArticle,
    'DELETE /studio/articles/:id': removeArticle,
  })
