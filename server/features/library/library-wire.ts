import { mediaFileWire, videoWire } from '#server/features/media/media-item.ts'
import type { LibraryFileWire, MediaUseWire, ShowingWire, WholeFileWire } from '#shared/features/library/contract.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import type { findLibraryFile, LibraryRow, ShowingRow, UseRow } from './queries.ts'

function kindOf(type: number): LibraryFileWire['kind'] {
  const kind = mediaTypeFromCode(type)
  return kind === 'video' || kind === 'image' ? kind : 'document'
}

/** A file as the list has it; addresses are signed at `now` (ms) where it is still somebody's own. */
export function libraryFileWire(row: LibraryRow, now: number): LibraryFileWire {
  const { url: _url, urls: _urls, mp4: _mp4, m3u8: _m3u8, mime: _mime, type, ...file } = mediaFileWire(row, now)
  return {
    ...file,
    kind: kindOf(type),
    made_bytes: row.madeBytes,
    created_at: row.createdAt,
    is_used: row.isUsed,
    replaces_id: row.replacesId,
  }
}

/** A file with where it is used, in the reader's language. */
export function wholeFileWire(
  { uses, showing, ...row }: NonNullable<Awaited<ReturnType<typeof findLibraryFile>>>,
  now: number,
  language: string,
): WholeFileWire {
  const { url, mp4, m3u8 } = mediaFileWire(row, now)
  const { subtitles } = videoWire(row)
  const file = libraryFileWire({ ...row, isUsed: uses.length + showing.length > 0 }, now)
  return {
    ...file,
    url,
    mp4,
    m3u8,
    subtitles,
    has_own_poster: row.files.ownPoster === undefined,
    uses: uses.map(use => useWire(use, language)),
    showing: showing.map(one => showingWire(one, language)),
  }
}

/** A place where a file is used, in the reader's language. */
function useWire({ course, titles, course_id, place, part, part_id }: UseRow, language: string): MediaUseWire {
  const texts = { course: titleIn(course, language), title: titleIn(titles ?? {}, language) }
  return { course_id, place, part, part_id, ...texts }
}

const showingWire = ({ kind, id, titles }: ShowingRow, language: string): ShowingWire => ({
  kind,
  id,
  title: titleIn(titles, language),
})

/** A title in `language`, else in English, else in the first language there is. */
export function titleIn(titles: Readonly<Record<string, string>>, language: string): string {
  return titles[language] || titles['en'] || Object.values(titles).find(Boolean) || ''
}
