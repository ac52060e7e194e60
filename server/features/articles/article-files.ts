import { mediaFileWire, type UploadedRow, videoWire } from '#server/features/media/media-item.ts'
import { many, one } from '#server/platform/database/statement.ts'
import type { ArticleFilesWire } from '#shared/features/articles/wire.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { readable } from './queries.ts'

/** Which of the files are pictures and films of a school's library that can be shown; they stay there until the transaction ends. */
export const lockFiles = many<[ids: readonly number[], brandId: string], { id: number }>(
  'lock-files-of-article',
  `select id from media where id = any($1::bigint[]) and brand_id = $2 and is_in_library and type in (1, 2) and status = 'DONE'
     and replaces_id is null order by id for key share`,
)

/** An article that shows a file and that a person may read. */
export const findArticleShowing = one<
  { userId: number; brandId: string; now: number; mediaId: number },
  { id: number }
>(
  'find-article-showing',
  `select a.id from ${readable} and a.id in (select f.article_id from article_files f where f.media_id = $mediaId) limit 1`,
)

/** What a text shows, at `now` (ms). */
export function filesWire(files: readonly UploadedRow[], now: number): ArticleFilesWire {
  const of = (kind: 'image' | 'video') => files.filter(({ type }) => mediaTypeFromCode(type) === kind)
  return {
    pictures: of('image').flatMap(file => {
      const { id, width, height, urls } = mediaFileWire(file, now)
      return urls ? [{ id, width, height, ...urls }] : []
    }),
    films: of('video').map(videoWire),
  }
}
