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

/** All articles that everybody may read or will, with the languages in which they are written. */
export const listPublicArticles = many<
  [brandId: string],
  { id: number; languages: string[]; publishedAt: number; changedAt: number }
>(
  'list-public-articles',
  `select a.id, array(select jsonb_object_keys(a.texts)) as languages, unix(a.published_at) as "publishedAt",
     unix(greatest(a.published_at, a.updated_at)) as "changedAt"
   from ${open('$1', "'infinity'")} order by a.published_at desc limit 20000`,
)

export type ShelvedArticle = Pick<PublicArticleRow, 'id' | 'titles' | 'published_at'> & {
  texts: Partial<Record<Language, Omit<ArticleText, 'body'>>>
}

/** The latest articles that everybody may read, without what they say at length. */
export const listLatestArticles = many<[brandId: string, now: number, limit: number], ShelvedArticle>(
  'list-latest-public-articles',
  `select a.id, c.titles, unix(a.published_at) as published_at,
     (select jsonb_object_agg(t.key, t.value - 'body') from jsonb_each(a.texts) t) as texts
   from ${open('$1', '$2')} order by a.published_at desc, a.id desc limit $3`,
)
