import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { removeUpload } from '#server/features/media/remove-upload.ts'
import type { ReceivingDependencies } from '#server/features/media/upload/receive-file.ts'
import type { Database } from '#server/platform/database/database.ts'
import { outcomes } from '#shared/features/courses/report-texts.ts'
import { ArchiveError } from '../archives/archive-error.ts'
import { draftFromArchive } from '../archives/draft-from-archive.ts'
import {
  beginImport,
  type ImportFailure,
  setImportDone,
  setImportFailed,
  setImportProgress,
} from './bring-in-queries.ts'

export type ImportingParts = {
  database: Database
  receiving: Pick<ReceivingDependencies, 'store' | 'folder'>
  hasFfmpeg(): Promise<boolean>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Reads what an author brought in and makes a draft of it. It ends as done or failed, once; a server that stops leaves it to the next
 * one.
 */
export async function readImport(parts: ImportingParts, importId: number, signal: AbortSignal): Promise<void> {
  const { database, log } = parts
  try {
    await readInto(parts, importId, signal)
  } catch (error) {
    if (signal.aborted) throw error
    if (!(error instanceof ArchiveError)) log.warn({ err: error, importId }, 'A course could not be imported')
    const failure: ImportFailure = error instanceof ArchiveError ? failureOf(error) : { code: 'failed', entry: '' }
    await setImportFailed(database, importId, JSON.stringify(failure))
  }
}

const failureOf = ({ code, entry, of }: ArchiveError): ImportFailure => ({
  code,
  entry,
  ...(of !== undefined && { of }),
})

async function readInto({ database, receiving, hasFfmpeg }: ImportingParts, importId: number, signal: AbortSignal) {
  const begun = await beginImport(database, importId)
  if (!begun) return
  const { brandId, userId, language, name, fileId, key, path } = begun
  const { store, folder } = receiving
  const own = await mkdtemp(join(folder, 'import-'))
  try {
    const archive = join(own, 'archive')
    await store.copyTo(key, path, archive)
    let told = Promise.resolve(0)
    const onStored = (stored: number, all: number) => {
      told = told.then(() => setImportProgress(database, importId, stored, all)).catch(() => 0)
    }
    const isConverting = await hasFfmpeg()
    const request = { archive, name, language, brandId, userId, isConverting, place: own, signal, onStored }
    await draftFromArchive(database, store, request, async (tx, { id: courseId, title, report }) => {
      await told
      const counts = Object.fromEntries(
        outcomes.map(outcome => [outcome, report.filter(line => line.outcome === outcome).length]),
      )
      const done = { id: importId, courseId, title, counts: JSON.stringify(counts), report: storable(report) }
      if ((await setImportDone(tx, done)) === 0) throw new Error('The import was finished by somebody else')
      if (userId !== null) await removeUpload(tx, fileId, userId)
    })
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** What `jsonb` cannot hold is left out. */
const storable = (report: unknown) => JSON.stringify(report).replace(/\\u0000|\\ud[89a-f][0-9a-f]{2}/gi, '')
