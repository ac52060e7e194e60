import Type, { type Static } from 'typebox'
import { Revision } from '#shared/features/billing/selling/selling-wire.ts'
import { Picture, Video } from '#shared/features/media/contract.ts'
import { Id, Line, Lines, nullable, NullableSeconds, NullableString, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { articleStates } from './rules.ts'

const Count = Type.Integer({ minimum: 0 })
const Sort = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'The lowest stands first' })
const Text = Type.Object({ title: Line(150), lead: Lines(500), body: Lines(50_000) })

/** What is listed of an article. */
const preview = {
  id: Id,
  community_id: Id,
  /** The club's name in addresses. */
  slug: Type.String(),
  title: Type.String(),
  lead: Type.String(),
  created_at: Seconds,
  published_at: Seconds,
  preview_image: NullableString,
  views: Count,
  sort: Sort,
  new: Type.Boolean(),
  is_public: Type.Boolean({ description: 'Whether others than members may read it' }),
  liked: Type.Boolean(),
  isFavourite: Type.Boolean(),
}

export const ArticlePreview = Type.Object(preview)
export type ArticlePreviewWire = Static<typeof ArticlePreview>

/** What a text shows of the library, by the numbers that it names. */
const ArticleFiles = Type.Object({
  pictures: Type.Array(Type.Object({ id: Id, width: nullable(Count), height: nullable(Count), ...Picture.properties })),
  films: Type.Array(Video),
})
export type ArticleFilesWire = Static<typeof ArticleFiles>

/** An article as it is read. */
export const Article = Type.Object({
  ...preview,
  community_title: Type.String(),
  image: nullable(Picture),
  body: Type.String({ description: 'Markdown; `![words](media:7)` shows file 7 of the library' }),
  files: ArticleFiles,
})
export type ArticleWire = Static<typeof Article>

/** What staff say of an article. */
export const ArticleFields = Type.Object({
  texts: Type.Object({ en: Type.Optional(Text), ru: Type.Optional(Text), es: Type.Optional(Text) }),
  picture_id: nullable(Id),
  is_public: Type.Boolean(),
  sort: Sort,
})
export type ArticleFieldsWire = Static<typeof ArticleFields>

/** An article as staff edit it. */
export const EditedArticle = Type.Object({
  id: Id,
  community_id: Id,
  community_title: Type.String(),
  is_club_hidden: Type.Boolean(),
  slug: Type.String(),
  ...ArticleFields.properties,
  image: nullable(Picture),
  state: oneOf(articleStates),
  published_at: NullableSeconds,
  revision: Type.Integer(),
})
export type EditedArticleWire = Static<typeof EditedArticle>

/** An article in the list of staff. */
const ListedArticle = Type.Object({
  id: Id,
  title: Type.String(),
  state: oneOf(articleStates),
  published_at: NullableSeconds,
  is_public: Type.Boolean(),
  views: Count,
  likes: Count,
  favourites: Count,
})
export type ListedArticleWire = Static<typeof ListedArticle>

/** The articles of a club for staff. */
export const ClubArticles = Type.Object({ title: Type.String(), articles: Type.Array(ListedArticle) })

/**
 * What shall become of an article: a time is named for one that is scheduled. Only what its author has seen is published; the revision
 * of one that is taken back is of no account.
 */
export const Publication = Type.Object({
  state: oneOf(articleStates),
  revision: Revision,
  at: nullable(Type.Integer({ minimum: 0, maximum: 100_000_000_000, description: 'Unix seconds' })),
})
