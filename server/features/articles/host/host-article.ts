import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { isNewArticle } from '#shared/features/articles/rules.ts'
import type { ArticlePreviewWire } from '#shared/features/articles/wire.ts'
import { Id, Line, Lines, nullable } from '#shared/platform/schemas.ts'

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Time = Type.Union([
  Type.Integer({ minimum: 0, maximum: 100_000_000_000, description: 'Unix seconds' }),
  Type.String({ maxLength: 40, pattern: '^\\d{4}-\\d{2}-\\d{2}T' }),
])

/** What is believed of an article that another site names; whatever else it says is not read. */
const HostArticle = Type.Object({
  id: Id,
  /** Which of the clubs that were asked for it belongs to. */
  external_id: Type.Optional(Id),
  title: Line(300),
  lead: Type.Optional(nullable(Lines(2000))),
  created_at: Type.Optional(nullable(Time)),
  published_at: Time,
  preview_image: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  views: Type.Optional(nullable(Count)),
  sort: Type.Optional(nullable(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }))),
  new: Type.Optional(nullable(Type.Boolean())),
})
type HostArticle = Static<typeof HostArticle>

const Answer = Type.Object({ member: Type.Array(Type.Unknown(), { maxItems: 200 }) })

/** A club whose articles were asked for. */
export type AskedClub = { id: number; slug: string }

/** Unix seconds; undefined for a text that is no time. */
function secondsOf(time: Static<typeof Time>): number | undefined {
  if (typeof time === 'number') return time
  const ms = Date.parse(time)
  return Number.isNaN(ms) || ms < 0 ? undefined : Math.floor(ms / 1000)
}

/** The address of a picture, where it lies at the site itself; https alone, but where the site is asked without it. */
function pictureAt(site: URL, text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text, site)) return null
  const url = new URL(text, site)
  return url.origin === site.origin && !url.username && !url.password ? url.href : null
}

function previewOf(article: HostArticle, club: AskedClub, site: URL, now: number): ArticlePreviewWire | undefined {
  const publishedAt = secondsOf(article.published_at)
  if (publishedAt === undefined) return undefined
  return {
    id: article.id,
    community_id: club.id,
    slug: club.slug,
    title: article.title,
    lead: article.lead ?? '',
    created_at: secondsOf(article.created_at ?? publishedAt) ?? publishedAt,
    published_at: publishedAt,
    preview_image: pictureAt(site, article.preview_image),
    views: article.views ?? 0,
    sort: article.sort ?? 0,
    new: article.new ?? isNewArticle(publishedAt, now),
    is_public: false,
    // Whoever the token belongs to has said those, not the reader.
    liked: false,
    isFavourite: false,
  }
}

/**
 * The articles in what a site answered at `now` (Unix seconds), in their order; undefined when it is no list of articles. An article
 * that is not of the known shape, or of a club that was not asked for, is left out.
 */
export function readHostAnswer(said: unknown, clubs: readonly AskedClub[], site: URL, now: number) {
  if (!Value.Check(Answer, said)) return undefined
  const [only] = clubs.length === 1 ? clubs : []
  const found = said.member.flatMap(one => {
    if (!Value.Check(HostArticle, one)) return []
    const club = one.external_id === undefined ? only : clubs.find(({ id }) => id === one.external_id)
    return (club && previewOf(one, club, site, now)) ?? []
  })
  return found.toSorted((one, other) => one.sort - other.sort)
}
