import { randomUUID } from 'node:crypto'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { checkCourse } from '#shared/features/courses/check-course.ts'
import { keyOfPart } from '#shared/features/courses/draft.ts'
import { draftOfCourse } from '../draft/draft-of-course.ts'
import { insertDraftParts, insertUnpublishedCourse } from '../draft/draft-queries.ts'
import { courseContent } from '../import/course-content.ts'
import { addCourseMedia } from '../import/course-media.ts'
import { CourseFileError } from '../import/import-course.ts'
import { waitForFiles } from '../import/import-queries.ts'
import { type Opened, withArchive } from './open-archive.ts'
import { type ReportLine, writtenOutline } from './outline.ts'

type ArchiveRequest = {
  /** The archive's path. */
  file: string
  /** The language that its texts are in, which archives do not say. */
  language: string
  brandId: string
  isConverting: boolean
}

type DraftFromArchive = { id: number; title: string; report: ReportLine[] }

/**
 * Adds a course of another format as a new one that is not published, all or nothing; it touches no other course. A file that cannot
 * be used is left out and reported.
 */
export function draftFromArchive(database: Database, store: FileStore, request: ArchiveRequest) {
  return withArchive(request.file, async opened => {
    const newKeys: string[] = []
    try {
      return await addDraft(database, store, { ...request, opened, onNewKey: key => void newKeys.push(key) })
    } catch (error) {
      for (const key of newKeys) await store.remove(key)
      throw error
    }
  })
}

type Adding = ArchiveRequest & { opened: Opened; onNewKey(key: string): void }

function addDraft(database: Database, store: FileStore, { file, language, opened, ...adding }: Adding) {
  const { brandId } = adding
  const key = keyOfPart('course', randomUUID())
  const checked = checkCourse(writtenOutline(opened.outline, key, language))
  if ('problems' in checked) throw new CourseFileError(checked.problems.map(problem => ({ ...problem, file })))
  const { course } = checked
  return database.inTransaction(async (tx): Promise<DraftFromArchive> => {
    await waitForFiles(tx)
    const media = await addCourseMedia(tx, store, course, opened.folder, adding)
    const { documents, ...content } = courseContent(course, media.ids, brandId)
    const usable = documents.filter(({ mediaId }) => mediaId !== null)
    const title = course.title[language] ?? ''
    const texts = JSON.stringify(content.course.texts)
    const added = await insertUnpublishedCourse(tx, { brandId, key, languages: [language], texts, userId: null })
    if (!added) throw new Error(`There is a course ${key} already`)
    await insertDraftParts(tx, added.id, JSON.stringify(draftOfCourse({ ...content, documents: usable })))
    const entry = { action: 'course.add', targetType: 'course', targetId: added.id, detail: { title } } as const
    await writeAudit(tx, { userId: null, brandId }, entry)
    const unfit = media.problems.map(
      ({ reason }): ReportLine => ({ title: reason, kind: 'file', outcome: 'skipped', why: '' }),
    )
    return { ...added, title, report: [...opened.report, ...unfit] }
  })
}
