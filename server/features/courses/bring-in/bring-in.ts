import type { Context } from '#server/platform/http/routes.ts'
import type { ServerParts } from '#server/platform/feature.ts'
import type { courses } from '#shared/features/courses/contract.ts'
import type { CourseImportWire } from '#shared/features/courses/import-calls.ts'
import { archiveProblemText, kindText, whyText } from '#shared/features/courses/report-texts.ts'
import type { Language } from '#shared/platform/contract.ts'
import {
  findImport,
  findImportOfFile,
  type ImportRow,
  insertImport,
  listImports,
  setWaitingAgain,
} from './bring-in-queries.ts'

type Calls = (typeof courses)['calls']
type Asking<Name extends keyof Calls> = Context<Name, Calls[Name]>
type Jobs = Pick<ServerParts['jobs'], 'send'>

/** The job that reads what an author brings in. */
export const importJob = 'import-course'

export async function courseImports({ db, user, caller }: Asking<'GET /studio/course-imports'>) {
  return (await listImports(db, user.brandId)).map(row => importWire(row, caller.language))
}

export async function courseImport({ db, user, params, caller, refuse }: Asking<'GET /studio/course-imports/:id'>) {
  const { language } = caller
  const { report, ...row } = (await findImport(db, user.brandId, params.id)) ?? refuse('not_found')
  const lines = report.map(line => ({ ...line, kind: kindText(line.kind, language), why: whyText(line.why, language) }))
  return { ...importWire(row, language), report: lines }
}

function importWire({ counts, failure, ...row }: ImportRow, language: Language): CourseImportWire {
  const told = failure && `${failure.entry}: ${archiveProblemText(failure.code, language, failure.of)}`
  return { ...row, ...counts, failure: told }
}

/** Sent twice, and from two devices, it is one import of the file. */
export function beginImporting(jobs: Jobs, { db, user, body, refuse }: Asking<'POST /studio/course-imports'>) {
  return db.inTransaction(async tx => {
    const { brandId, userId } = user
    const made = await insertImport(tx, { brandId, userId, fileId: body.file_id, language: body.language })
    if (!made) return (await findImportOfFile(tx, userId, body.file_id)) ?? refuse('import_file_missing')
    await jobs.send(tx, importJob, String(made.id), { importId: made.id })
    return made
  })
}

export function importAgain(jobs: Jobs, { db, user, params, refuse }: Asking<'POST /studio/course-imports/:id/retry'>) {
  return db.inTransaction(async tx => {
    const asked = (await setWaitingAgain(tx, user.brandId, params.id)) ?? refuse('not_found')
    if (asked.isGone) return refuse('import_file_missing')
    if (asked.isWaiting) await jobs.send(tx, importJob, String(params.id), { importId: params.id })
    return {}
  })
}
