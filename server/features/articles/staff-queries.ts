import { isShownPicture, mediaJson, type UploadedRow } from '#server/features/media/media-item.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import type { ArticleFieldsWire, EditedArticleWire } from '#shared/features/articles/wire.ts'
import type { Language } from '#shared/platform/contract.ts'

type Titles = Partial<Record<Language, string>>
export type ListedRow = {
  id: number
  titles: Titles
  published_at: number | null
  is_public: boolean
  views: number
  likes: number
  favourites: number
}

/** All articles of a club: drafts, then those to come, then the latest; of a club without any a single row without an id. */
export const listClubArticles = many<[clubId: number, brandId: string], (ListedRow | { id: null }) & { club: Titles }>(
  'list-club-articles',
  `select c.titles as club, a.id, titles_in(a.texts) as titles, unix(a.published_at) as published_at, a.is_public, a.views,
     coalesce(k.likes, 0)::int as likes, coalesce(k.favourites, 0)::int as favourites
   from communities c left join articles a on a.community_id = c.id left join lateral (
     select count(*) filter (where k.is_liked) as likes, count(*) filter (where k.is_favourite) as favourites
     from article_marks k where k.article_id = a.id) k on true
   where c.id = $1 and c.brand_id = $2 order by a.published_at desc nulls first, a.id desc limit 1000`,
)

type EditedRow = Omit<EditedArticleWire, 'image' | 'state' | 'community_title'> & {
  titles: Titles
  picture: UploadedRow | null
}

const edited = `select a.id, a.community_id, c.titles, c.is_hidden as is_club_hidden, c.slug, a.texts, a.picture_id, a.is_public, a.sort,
  unix(a.published_at) as published_at, a.revision, ${mediaJson('m')} as picture
  from articles a join communities c on c.id = a.community_id left join media m on m.id = a.picture_id
  where a.id = $1 and c.brand_id = $2`

/** An article as staff edit it. */
export const findEditedArticle = one<[id: number, brandId: string], EditedRow>('find-edited-article', edited)

/** An article as it is once nobody else changes it; others wait for this transaction. */
export const lockArticle = one<[id: number, brandId: string], EditedRow>(
  'lock-article',
  `${edited} for no key update of a`,
)

/** Whether a picture is in a school's library; it stays there until the transaction ends. */
export const lockPicture = one<[id: number, brandId: string], { id: number }>(
  'lock-picture-of-article',
  `select m.id from media m where m.id = $1 and m.brand_id = $2 and ${isShownPicture('m')} for key share`,
)

/** `files`: what the texts show of the library. */
type Fields = Omit<ArticleFieldsWire, 'texts'> & { texts: string; files: readonly number[] }

/** Adds an article to a club of a school; undefined when its key has added one already, or there is no such club. */
export const insertArticle = one<Fields & { clubId: number; brandId: string; clientKey: string }, { id: number }>(
  'insert-article',
  `with made as (
     insert into articles (community_id, texts, picture_id, is_public, sort, client_key)
     select id, $texts::jsonb, $picture_id, $is_public, $sort, $clientKey from communities where id = $clubId and brand_id = $brandId
     on conflict do nothing returning id
   ), shown as (
     insert into article_files (article_id, media_id) select id, unnest($files::bigint[]) from made
   )
   select id from made`,
)

export const findArticleByKey = one<[clubId: number, brandId: string, key: string], { id: number }>(
  'find-article-by-key',
  `select a.id from articles a join communities c on c.id = a.community_id
   where c.id = $1 and c.brand_id = $2 and a.client_key = $3`,
)

/** Changes a locked article. */
export const setArticle = one<Fields & { id: number }, { revision: number }>(
  'set-article',
  `with gone as (
     delete from article_files where article_id = $id and media_id <> all ($files::bigint[])
   ), shown as (
     insert into article_files (article_id, media_id) select $id, unnest($files::bigint[]) on conflict do nothing
   )
   update articles set texts = $texts, picture_id = $picture_id, is_public = $is_public, sort = $sort, revision = revision + 1
   where id = $id returning revision`,
)

/** Says when a locked article is published (Unix seconds); null for a draft. */
export const setPublication = run<[id: number, publishedAt: number | null]>(
  'set-article-publication',
  'update articles set published_at = to_timestamp($2) where id = $1',
)

export const deleteArticle = run<[id: number]>('delete-article', 'delete from articles where id = $1')
