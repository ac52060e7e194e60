import type { StoredFile } from './device/stored-file.ts'
import { type Loading, progressOf } from './progress-of.ts'

/** The films of a lesson, or a document, with all that belongs to them. */
export type DownloadedItem = { files: readonly StoredFile[]; title: string; loading: Loading }
export type DownloadedCourse = { streamId: number; title: string; loading: Loading; items: DownloadedItem[] }

function groups<Key>(files: readonly StoredFile[], keyOf: (file: StoredFile) => Key): StoredFile[][] {
  const found = new Map<Key, StoredFile[]>()
  for (const file of files) found.set(keyOf(file), [...(found.get(keyOf(file)) ?? []), file])
  return [...found.values()]
}

/** What is on a device by course, and in it by film or document; in the order in which it was asked for. Pictures of lessons count, but are not listed. */
export function coursesOf(files: readonly StoredFile[]): DownloadedCourse[] {
  return groups(files, file => file.streamId).flatMap(own => {
    const [first] = own
    if (!first) return []
    const listed = own.filter(({ kind }) => kind !== 'image')
    // Two lessons may have one title.
    const items = groups(listed, ({ kind, title, lessonIds }) => `${kind} ${lessonIds.join()} ${title}`).flatMap(
      files => (files[0] ? [{ files, title: files[0].title, loading: progressOf(files) }] : []),
    )
    return [{ streamId: first.streamId, title: first.courseTitle, loading: progressOf(own), items }]
  })
}
