import { many, one, run } from '#server/platform/database/statement.ts'
import type { CourseImportWire } from '#shared/features/courses/import-calls.ts'
import type { ArchiveProblem, Outcome, ReportLine } from '#shared/features/courses/report-texts.ts'

/** Why an import failed; `entry` is the name that is to blame. */
export type ImportFailure = { code: ArchiveProblem; entry: string; of?: string }

type Counts = Record<Outcome, number>
export type ImportRow = Omit<CourseImportWire, 'failure' | Outcome> & { counts: Counts; failure: ImportFailure | null }

/** SQL: whether the upload of an import is still there. */
const hasFile = `exists (select from media m where m.id = i.file_id and m.is_archive and m.status = 'DONE')`
/** SQL: it failed, or whoever read it is gone. */
const isOver = `(i.state = 'failed' or i.state <> 'done' and i.updated_at < now() - interval '1 hour')`

const columns = `i.id, i.name, i.state, i.stored_files, i.all_files, i.course_id, i.title, i.counts, i.failure,
  ${isOver} and ${hasFile} as can_retry, unix(i.created_at) as created_at,
  coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, u.username) as created_by`

export const listImports = many<[brandId: string], ImportRow>(
  'list-course-imports',
  `select ${columns} from course_imports i left join users u on u.id = i.user_id
    where i.brand_id = $1 order by i.id desc limit 50`,
)

export const findImport = one<[brandId: string, id: number], ImportRow & { report: ReportLine[] }>(
  'find-course-import',
  `select ${columns}, i.report from course_imports i left join users u on u.id = i.user_id
    where i.brand_id = $1 and i.id = $2`,
)

export const findImportOfFile = one<[userId: number, fileId: number], { id: number }>(
  'find-course-import-of-file',
  'select id from course_imports where user_id = $1 and file_id = $2',
)

/** Undefined where the upload is not there, not the person's own, or is being imported already. */
export const insertImport = one<{ brandId: string; userId: number; fileId: number; language: string }, { id: number }>(
  'insert-course-import',
  `insert into course_imports (brand_id, user_id, file_id, name, language)
   select $brandId, $userId, m.id, m.name, $language from media m
    where m.id = $fileId and m.owner_id = $userId and m.brand_id = $brandId and m.is_archive and m.status = 'DONE'
   on conflict (file_id) do nothing returning id`,
)

/** Answers what became of the import: undefined when there is no such import, `isWaiting` when it will be read again. */
export const setWaitingAgain = one<[brandId: string, id: number], { isGone: boolean; isWaiting: boolean }>(
  'set-course-import-waiting',
  `with asked as materialized (
     select i.id, ${isOver} as is_over, ${hasFile} as has_file from course_imports i
      where i.brand_id = $1 and i.id = $2 for update
   ), again as (
     update course_imports i set state = 'waiting', failure = null, stored_files = 0, updated_at = now()
       from asked a where i.id = a.id and a.is_over and a.has_file returning i.id
   )
   select a.is_over and not a.has_file as "isGone", exists (select from again) as "isWaiting" from asked a`,
)

type Begun = {
  brandId: string
  userId: number | null
  name: string
  language: string
  fileId: number
  key: string
  path: string
}

/** Takes an import up, with where its file is in the store; undefined where it is done, has failed or has lost its file. */
export const beginImport = one<[id: number], Begun>(
  'begin-course-import',
  `update course_imports i set state = 'reading', updated_at = now() from media m
    where i.id = $1 and i.state in ('waiting', 'reading') and m.id = i.file_id and m.status = 'DONE'
   returning i.brand_id as "brandId", i.user_id as "userId", i.name, i.language, i.file_id as "fileId", m.key,
     m.files ->> 'original' as path`,
)

export const setImportProgress = run<[id: number, stored: number, all: number]>(
  'set-course-import-progress',
  `update course_imports set stored_files = $2, all_files = $3, updated_at = now() where id = $1 and state = 'reading'`,
)

/** Answers 0 where somebody else has finished it. */
export const setImportDone = run<{ id: number; courseId: number; title: string; counts: string; report: string }>(
  'set-course-import-done',
  `update course_imports set state = 'done', course_id = $courseId, title = $title, counts = $counts, report = $report,
     updated_at = now() where id = $id and state = 'reading'`,
)

export const setImportFailed = run<[id: number, failure: string]>(
  'set-course-import-failed',
  `update course_imports set state = 'failed', failure = $2, updated_at = now() where id = $1 and state in ('waiting', 'reading')`,
)

/** Reports of imports that nobody has needed for ninety days. */
export const deleteOldImports = run<[before: number]>(
  'delete-old-course-imports',
  'delete from course_imports where updated_at < to_timestamp($1)',
)
