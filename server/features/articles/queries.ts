import { ownedClubs } from '#server/features/clubs/queries.ts'
import { mediaJson, type UploadedRow } from '#server/features/media/media-item.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import type { ArticleText, ArticleTexts } from '#shared/features/articles/rules.ts'
import type { Language } from '#shared/platform/contract.ts'

/** Who reads, `now` in Unix seconds. */
type Reader = { userId: number; brandId: string; now: number }
type Titles = Partial<Record<Language, string>>

/** SQL: articles `a` of clubs `c` that `$userId` may read: public ones, and those of clubs that are theirs now. */
export const readable = `articles a join communities c on c.id = a.community_id
  where c.brand_id = $brandId and not c.is_hidden and a.published_at <= to_timestamp($now)
    and (a.is_public or c.id = any (coalesce(${ownedClubs}, '{}')))`

/** SQL: what the texts of an article show, UploadedRows. */
export const filesJson = (articleId: string) => `coalesce((select json_agg(${mediaJson('i')} order by i.id)
  from article_files f join media i on i.id = f.media_id where f.article_id = ${articleId}), '[]')`

/** SQL: what is listed of articles `a`, which have the slug of their club. */
const listed = `a.id, a.community_id, a.slug, unix(a.created_at) as created_at, unix(a.published_at) as published_at, a.views, a.sort,
  a.is_public, coalesce(k.is_liked, false) as liked, coalesce(k.is_favourite, false) as "isFavourite", ${mediaJson('m')} as picture`

/** SQL: an article's picture, and what the reader has said of it. */
const around = `left join media m on m.id = a.picture_id
  left join article_marks k on k.article_id = a.id and k.user_id = $userId`

export type ListedRow = {
  id: number
  community_id: number
  slug: string
  created_at: number
  published_at: number
  views: number
  sort: number
  is_public: boolean
  liked: boolean
  isFavourite: boolean
  picture: UploadedRow | null
  texts: Partial<Record<Language, Omit<ArticleText, 'body'>>>
}
type Wanted = Reader & { clubIds: readonly number[] | null; isFavourite: boolean; limit: number; offset: number }
/** Past the end, a single row without an id. */
type PageRow = (ListedRow | { id: null }) & { total: number }

/** SQL: a page of the articles that also meet `wanted`, in the order of `rank`; their number in each row. */
const pageOf = (wanted: string, rank: string) => `with found as not materialized (
    select a.*, c.slug, ${rank} as rank from ${readable} and ($clubIds::bigint[] is null or c.id = any ($clubIds))
      and (not $isFavourite::boolean or exists (
        select from article_marks f where f.article_id = a.id and f.user_id = $userId and f.is_favourite)) and ${wanted}
  )
  select counted.total, page.* from (select count(*)::int as total from found) counted
  left join (
    select ${listed}, a.rank,
      (select jsonb_object_agg(t.key, t.value - 'body') from jsonb_each(a.texts) t) as texts
    from found a ${around} order by a.rank desc, a.sort, a.published_at desc, a.id desc limit $limit offset $offset
  ) page on true order by page.rank desc, page.sort, page.published_at desc, page.id desc`

/** A page of the articles that a learner may read, in the school's order, the latest first. */
export const listArticles = many<Wanted, PageRow>('list-articles', pageOf('true', '0'))

const words = `translate($search, 'ёЁ', 'ее')`
/** SQL: what was searched for, in any form of its words in each language. */
const searched = `(plainto_tsquery('english', ${words}) || plainto_tsquery('russian', ${words}) || plainto_tsquery('spanish', ${words}))`

/** The same of those that have the words of `search`, what fits best first. */
export const searchArticles = many<Wanted & { search: string }, PageRow>(
  'search-articles',
  pageOf(`a.search @@ ${searched}`, `ts_rank(a.search, ${searched})`),
)

export type ReadRow = Omit<ListedRow, 'texts'> & { texts: ArticleTexts; titles: Titles; files: UploadedRow[] }

/** An article that a learner may read. */
export const findArticle = one<Reader & { id: number }, ReadRow>(
  'find-article',
  `select ${listed}, a.texts, a.titles, ${filesJson('a.id')} as files from (select a.*, c.slug, c.titles from ${readable} and a.id = $id) a ${around}`,
)

const marked = (
  column: 'is_liked' | 'is_favourite',
) => `with a as (select a.id from ${readable} and a.id = $id), kept as (
    insert into article_marks as k (article_id, user_id, ${column}) select id, $userId, $isSo::boolean from a
    on conflict (article_id, user_id) do update set ${column} = excluded.${column} where k.${column} <> excluded.${column}
  )
  select id from a`
type Marking = Reader & { id: number; isSo: boolean }

/** Keeps whether a reader likes an article; undefined when they may not read it. */
export const setLiked = one<Marking, { id: number }>('set-article-liked', marked('is_liked'))

/** Keeps whether an article is a reader's favourite; undefined when they may not read it. */
export const setFavourite = one<Marking, { id: number }>('set-article-favourite', marked('is_favourite'))

/** Counts a reader, once on each of their days. */
export const countView = run<Reader & { id: number }>(
  'count-article-view',
  `with fresh as (
     insert into article_views (article_id, user_id, day)
     select a.id, u.id, (to_timestamp($now) at time zone u.timezone)::date
     from (select a.id from ${readable} and a.id = $id) a join users u on u.id = $userId
     on conflict do nothing returning article_id
   )
   update articles a set views = a.views + 1 from fresh where a.id = fresh.article_id`,
)

/** Forgets who was counted on days that are over everywhere at `now` (Unix seconds). */
export const deleteOldViews = run<[now: number]>(
  'delete-old-article-views',
  `delete from article_views where day < (to_timestamp($1) at time zone 'UTC')::date - 1`,
)
