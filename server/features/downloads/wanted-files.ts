import type { MediaFiles, MediaRow } from '#server/features/media/media-item.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import type { MeasuredFile } from './queries.ts'

export type WantedFile = Pick<MeasuredFile, 'purpose' | 'path'>

/** Where what is made for downloads alone lies under an item's key. */
export const smallPath = 'downloads/small.mp4'
export const soundPath = 'downloads/sound.m4a'

/** The stored files that a device needs of an item: the film, its poster and subtitles; a picture; a document. */
export function wantedFiles({ type, files }: Pick<MediaRow, 'type' | 'files'>): WantedFile[] {
  if (type === mediaTypeCodes.video) return filmFiles(files)
  const single = type === mediaTypeCodes.image ? (files.medium ?? files.large ?? files.small) : files.original
  return single === undefined ? [] : [{ purpose: 'beside', path: single }]
}

/** Whether the file that all others belong to is among those that were found: the film, the picture or the document. */
export function isFound(item: Pick<MediaRow, 'type' | 'files'>, found: readonly Pick<MeasuredFile, 'path'>[]): boolean {
  const [first] = wantedFiles(item)
  return found.some(({ path }) => path === first?.path)
}

function filmFiles({ mp4, poster, subtitles = [] }: MediaFiles): WantedFile[] {
  if (mp4 === undefined) return []
  const beside = [...(poster === undefined ? [] : [poster]), ...subtitles.map(({ path }) => path)]
  return [{ purpose: 'full', path: mp4 }, ...beside.map(path => ({ purpose: 'beside' as const, path }))]
}

/** Names the files that an item has: once one is replaced, it is another name. */
export function sourceOf(item: Pick<MediaRow, 'key' | 'type' | 'files'>): string {
  return JSON.stringify([item.key, ...wantedFiles(item).map(({ path }) => path)])
}
