import { mediaFileWire, type UploadedRow } from '#server/features/media/media-item.ts'
import { articleIn, isNewArticle } from '#shared/features/articles/rules.ts'
import type { ArticlePreviewWire } from '#shared/features/articles/wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import type { ListedRow, ReadRow } from './queries.ts'

type Pixels = { width: number; height: number }
export type Reading = { language: Language; now: number }

/** How large the longest side of a picture is in its sizes. */
const sides = { small: 320, medium: 800 } as const

/** The sizes of an article's picture; null where it has none. */
export const imageOf = (picture: UploadedRow | null, now: number) => picture && mediaFileWire(picture, now).urls

/** A size such as `740x420`. */
export function pixelsOf(size: string): Pixels {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
}

/** The address of the smallest size of a picture that fills so many pixels. */
function thumbnail(picture: UploadedRow | null, wanted: Pixels, now: number): string | null {
  const urls = imageOf(picture, now)
  if (!picture || !urls) return null
  const { width, height } = picture
  const longest = Math.max(width ?? 1, height ?? 1)
  const share = Math.max(wanted.width / (width ?? longest), wanted.height / (height ?? longest))
  const size = (['small', 'medium'] as const).find(name => sides[name] >= share * longest) ?? 'large'
  return urls[size]
}

/** What is listed of an article, at `now` (ms). */
export function previewWire(
  { texts, picture, ...row }: ListedRow | ReadRow,
  { language, now }: Reading,
  wanted: Pixels,
): ArticlePreviewWire {
  const { title = '', lead = '' } = articleIn(texts, language) ?? {}
  return {
    id: row.id,
    community_id: row.community_id,
    slug: row.slug,
    title,
    lead,
    created_at: row.created_at,
    published_at: row.published_at,
    preview_image: thumbnail(picture, wanted, now),
    views: row.views,
    sort: row.sort,
    new: isNewArticle(row.published_at, secondsFromMs(now)),
    is_public: row.is_public,
    liked: row.liked,
    isFavourite: row.isFavourite,
  }
}
