import { randomUUID } from 'node:crypto'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { keyOfPart } from '#shared/features/courses/draft.ts'
import type { ReportLine } from '#shared/features/courses/report-texts.ts'
import { draftOfCourse } from '../draft/draft-of-course.ts'
import { insertDraftParts, insertUnpublishedCourse, setDraftSource } from '../draft/draft-queries.ts'
import { courseContent } from '../import/course-content.ts'
import { addCourseMedia, mediaCount } from '../import/course-media.ts'
import { waitForFiles } from '../import/import-queries.ts'
import type { ArchiveFile, Opened } from './open-archive.ts'
import { withRemadePictures } from './remake-pictures.ts'
import { withArchive } from './with-archive.ts'

type ArchiveRequest = ArchiveFile & {
  brandId: string
  /** Who brings it in; null of the command. */
  userId: number | null
  isConverting: boolean
  /** The folder in which it is unpacked. */
  place: string
  signal?: AbortSignal
  /** Told how many of its files are stored. */
  onStored?(stored: number, all: number): void
}

export type DraftFromArchive = { id: number; title: string; report: ReportLine[] }

/**
 * Adds a course of an archive as a new one that is not published, all or nothing; it touches no other course. A file that cannot
 * be used is left out and reported. `also` runs in the same transaction.
 */
export function draftFromArchive(
  database: Database,
  store: FileStore,
  request: ArchiveRequest,
  also: (tx: Db, added: DraftFromArchive) => Promise<void> = async () => undefined,
): Promise<DraftFromArchive> {
  const { place, signal } = request
  const add = async (read: Opened) => {
    const newKeys: string[] = []
    const opened = await withRemadePictures(read, request)
    try {
      return await addDraft(database, store, { ...request, opened, newKeys }, also)
    } catch (error) {
      for (const key of newKeys) await store.remove(key)
      throw error
    }
  }
  return withArchive(request, place, add, signal)
}

type Adding = ArchiveRequest & { opened: Opened; newKeys: string[] }

function addDraft(
  database: Database,
  store: FileStore,
  { opened: { course, yaml, report, files }, newKeys, ...request }: Adding,
  also: (tx: Db, added: DraftFromArchive) => Promise<void>,
) {
  const { brandId, userId, isConverting, signal, onStored } = request
  const all = mediaCount(course)
  const onNewKey = (key: string) => {
    signal?.throwIfAborted()
    newKeys.push(key)
    onStored?.(newKeys.length, all)
  }
  return database.inTransaction(async (tx): Promise<DraftFromArchive> => {
    await waitForFiles(tx)
    const media = await addCourseMedia(tx, store, course, files, { brandId, isConverting, onNewKey })
    const { documents, ...content } = courseContent(course, media.ids, brandId)
    const usable = documents.filter(({ mediaId, url }) => mediaId !== null || url !== null)
    const title = course.title[course.languages[0] ?? ''] ?? Object.values(course.title)[0] ?? ''
    const texts = JSON.stringify(content.course.texts)
    const asked = { brandId, languages: course.languages, texts, userId }
    const own = yaml !== undefined ? await insertUnpublishedCourse(tx, { ...asked, key: course.key }) : undefined
    const key = own ? course.key : keyOfPart('course', randomUUID())
    const added = own ?? (await insertUnpublishedCourse(tx, { ...asked, key }))
    if (!added) throw new Error(`There is a course ${key} already`)
    const keyed = { ...content, course: { ...content.course, key }, documents: usable }
    await insertDraftParts(tx, added.id, JSON.stringify(draftOfCourse(keyed)))
    if (yaml !== undefined) await setDraftSource(tx, added.id, JSON.stringify({ yaml, files: media.files }))
    const entry = { action: 'course.add', targetType: 'course', targetId: added.id, detail: { title } } as const
    await writeAudit(tx, { userId, brandId }, entry)
    const rekeyed: ReportLine[] =
      yaml !== undefined && !own
        ? [{ title, kind: 'course', outcome: 'changed', why: [{ code: 'new_key', of: course.key }] }]
        : []
    const unfit = media.problems.map(
      ({ reason }): ReportLine => ({ title: reason, kind: 'file', outcome: 'skipped', why: [{ code: 'file_unfit' }] }),
    )
    const result = { ...added, title, report: [...rekeyed, ...report, ...unfit] }
    await also(tx, result)
    return result
  })
}
