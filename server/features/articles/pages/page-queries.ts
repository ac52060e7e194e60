import { mediaJson, type UploadedRow } from '#server/features/media/media-item.ts'
import { many, one } from '#server/platform/database/statement.ts'
import type { ArticleText, ArticleTexts } from '#shared/features/articles/rules.ts'
import type { Language } from '#shared/platform/contract.ts'
import { filesJson } from '../queries.ts'

export type PublicArticleRow = {
  id: number
  community_id: number
  texts: ArticleTexts
  titles: Partial<Record<Language, string>>
  published_at: number
  picture: UploadedRow | null
  files: UploadedRow[]
}

/** SQL: articles `a` of clubs `c` that strangers may read too; the club's own rules do not hide them. */
const open = (brandId: string, now: string) => `articles a join communities c on c.id = a.community_id
  where c.brand_id = ${brandId} and not c.is_hidden and a.is_public and a.published_at <= to_timestamp(${now}::float8)`

/** An article that everybody may read. */
export const findPublicArticle = one<[id: number, brandId: string, now: number], PublicArticleRow>(
  'find-public-article',
  `select a.id, a.community_id, a.texts, a.titles, unix(a.published_at) as published_at, ${mediaJson('m')} as picture,
     ${filesJson('a.id')} as files
   from (select a.*, c.titles from ${open('$2', '$3')} and a.id = $1) a left join media m on m.id = a.picture_id`,
)

/** Times in Unix seconds. */
export type ListedArticle = {
  id: number
  languages: string[]
  publishedAt: number
  changedAt: number
  shelved: {
    titles: PublicArticleRow['titles']
    texts: Partial<Record<Language, Omit<ArticleText, 'body'>>>
  } | null
}

/**
 * All articles that everybody may read or will, the latest first, with the languages in which they are written; those that are among
 * the latest `shelved` now, or are to come, with what is said of them in short.
 */
export const listPublicArticles = many<{ brandId: string; now: number; shelved: number }, ListedArticle>(
  'list-public-articles',
  `select a.id, array(select jsonb_object_keys(a.texts)) as languages, unix(a.published_at) as "publishedAt",
     unix(greatest(a.published_at, a.updated_at)) as "changedAt",
     case when row_number() over latest <= $shelved + count(*) filter (where a.published_at > to_timestamp($now::float8)) over ()
       then jsonb_build_object('titles', c.titles, 'texts',
         (select jsonb_object_agg(t.key, t.value - 'body') from jsonb_each(a.texts) t)) end as shelved
   from ${open('$brandId', "'infinity'")} window latest as (order by a.published_at desc, a.id desc)
   order by a.published_at desc, a.id desc limit 20000`,
)
