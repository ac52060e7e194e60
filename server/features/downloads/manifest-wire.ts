import type { DownloadItemWire, ManifestWire } from '#shared/features/downloads/contract.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { textIn } from '#server/features/courses/course-tree.ts'
import { addressOf } from '#server/features/media/media-item.ts'
import type { StreamWithProgress } from '#server/features/progress/queries.ts'
import type { OpenItem, OpenPart } from './open-items.ts'
import type { MeasuredItem } from './queries.ts'
import { isFound, sourceOf, wantedFiles } from './wanted-files.ts'

const isUnconverted = ({ media }: OpenItem) => wantedFiles(media).length === 0

/** Whether an item's files have yet to be measured, or have changed since. */
function isUnmeasured(item: OpenItem, known: MeasuredItem | undefined): boolean {
  return !isUnconverted(item) && known?.source !== sourceOf(item.media)
}

/** Whether an item's files are to be looked for: they have yet to be measured, or were not found. */
export const isUnfound = (item: OpenItem, known: MeasuredItem | undefined): boolean =>
  isUnmeasured(item, known) || (known !== undefined && !isUnconverted(item) && !isFound(item.media, known.files))

function stateOf(item: OpenItem, known: MeasuredItem | undefined): DownloadItemWire['state'] {
  if (isUnconverted(item)) return 'unconverted'
  if (isUnmeasured(item, known)) return 'preparing'
  return isUnfound(item, known) ? 'missing' : 'ready'
}

/** An item as the contract has it. */
export function itemWire(item: OpenItem, known: MeasuredItem | undefined): DownloadItemWire {
  const { media, title, dayIds, lessonIds } = item
  const state = stateOf(item, known)
  const kind =
    media.type === mediaTypeCodes.video ? 'video' : media.type === mediaTypeCodes.image ? 'image' : 'document'
  const files = state === 'ready' ? (known?.files ?? []) : []
  return {
    id: media.id,
    kind,
    title: title || media.name,
    day_ids: dayIds,
    lesson_ids: lessonIds,
    state,
    files: files.map(({ purpose, path, bytes, hashes }) => ({ purpose, url: addressOf(media, path), bytes, hashes })),
  }
}

/** What may be downloaded of a stream as the contract has it, titles in `language`. */
export function manifestWire(
  row: StreamWithProgress,
  { tree, days }: OpenPart,
  items: DownloadItemWire[],
  language: string,
): ManifestWire {
  const { languages, texts } = tree.course
  const known = new Map(tree.days.map(day => [day.id, day]))
  return {
    stream_id: row.id,
    course_id: row.course_id,
    course_title: textIn(texts, 'title', language, languages),
    days: days.flatMap(({ id, isFinished }) => {
      const day = known.get(id)
      if (!day) return []
      const title = textIn(day.texts, 'title', language, languages)
      return [{ id, day_number: day.dayNumber, title, is_finished: isFinished }]
    }),
    items,
  }
}
