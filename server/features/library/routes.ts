import { writeAudit } from '#server/features/accounts/audit.ts'
import {
  deleteUnusedFile,
  lockPair,
  lockLibraryFile,
  setConvertedAgain,
  setLibraryName,
  setReplacing,
} from '#server/features/media/library-queries.ts'
import { finishReplacement } from '#server/features/media/replace-file.ts'
import { type ReceivingDependencies, sourceName } from '#server/features/media/upload/receive-file.ts'
import { type BoundRoute, type Context, routes } from '#server/platform/http/routes.ts'
import { library } from '#shared/features/library/contract.ts'
import type { Language } from '#shared/platform/contract.ts'
import { filmRoutes } from './film-routes.ts'
import { libraryFileWire, titleIn, wholeFileWire } from './library-wire.ts'
import { findLibraryFile, listLibrary, weighLibrary } from './queries.ts'

type Calls = (typeof library)['calls']
type Editing<Name extends keyof Calls> = Context<Name, Calls[Name]>
type Dependencies = Pick<ReceivingDependencies, 'store' | 'folder' | 'convertLater'>

export const libraryRoutes = (dependencies: Dependencies): BoundRoute[] =>
  routes(library, {
    async 'GET /studio/library'({ db, user, query, now, setPage }) {
      const { search = '', kind = null, state = null, use, page = 1, 'per-page': perPage = 48 } = query
      const part = { limit: perPage, offset: (page - 1) * perPage }
      const wanted = { brandId: user.brandId, search: search.trim(), kind, state, isUnused: use === 'unused', ...part }
      const rows = await listLibrary(db, wanted)
      setPage({ page, perPage, total: rows[0]?.total ?? 0 })
      return rows.flatMap(row => (row.id === null ? [] : [libraryFileWire(row, now)]))
    },

    async 'GET /studio/library-storage'({ db, user }) {
      return (await weighLibrary(db, user.brandId)) ?? { files: 0, originals: 0, made: 0 }
    },

    async 'GET /studio/library/:id'({ db, user, params, now, caller: { language }, refuse }) {
      const row = (await findLibraryFile(db, user.brandId, params.id)) ?? refuse('not_found')
      return wholeFileWire(row, now, language)
    },

    'PATCH /studio/library/:id': ({ db, user, params, body, refuse }) =>
      db.inTransaction(async tx => {
        const { id, name: before } = (await lockLibraryFile(tx, user.brandId, params.id)) ?? refuse('not_found')
        const name = body.name.trim() || refuse('invalid_input', { fields: ['name'] })
        if (name === before) return { name }
        await setLibraryName(tx, id, name)
        await writeAudit(tx, user, { action: 'file.rename', targetType: 'file', targetId: id, detail: { name } })
        return { name }
      }),

    'DELETE /studio/library/:id': deleteFile,
    ...filmRoutes(dependencies),
    'POST /studio/library/:id/replacement': context => replace(dependencies, context),
    'POST /studio/library/:id/retry': context => convertAgain(dependencies, context),
  })

/** Deletes a file that no course uses or has used, and no banner or article shows. */
const deleteFile = ({ db, user, params, refuse }: Editing<'DELETE /studio/library/:id'>) =>
  db.inTransaction(async tx => {
    const { id, name, status } = (await lockLibraryFile(tx, user.brandId, params.id)) ?? refuse('not_found')
    if (status === 'NOT_UPLOADED') refuse('file_arriving')
    // While the file is held, a draft that takes it waits, or has taken it.
    if (!(await deleteUnusedFile(tx, id))) {
      const used = (await findLibraryFile(tx, user.brandId, id)) ?? refuse('not_found')
      refuse('file_used', { texts: { file: usedIn(used) } })
    }
    await writeAudit(tx, user, { action: 'file.delete', targetType: 'file', targetId: id, detail: { name } })
    return {}
  })

/** Puts another file in the place of one everywhere: at once, or when it is ready. Sent again, nothing more happens. */
async function replace(
  dependencies: Dependencies,
  { db, user, params, body, refuse }: Editing<'POST /studio/library/:id/replacement'>,
) {
  const isReady = await db.inTransaction(async tx => {
    const held = await lockPair(tx, user.brandId, [params.id, body.file_id])
    const old = held.find(({ id }) => id === params.id) ?? refuse('not_found')
    const next = held.find(({ id }) => id === body.file_id)
    if (!next || next === old || next.type !== old.type || old.replacesId !== null)
      return refuse('replacement_unfit', { fields: ['file_id'] })
    if (old.status !== 'DONE' && old.status !== 'FAIL') refuse('replacement_unfit', { fields: ['file_id'] })
    if (next.status !== 'DONE' && next.status !== 'UPLOADED') refuse('replacement_unfit', { fields: ['file_id'] })
    if (next.isUsed) refuse('file_used', { fields: ['file_id'] })
    if (next.replacesId === old.id) return next.status === 'DONE'
    await setReplacing(tx, next.id, old.id)
    const detail = { name: old.name, file_id: next.id }
    await writeAudit(tx, user, { action: 'file.replace', targetType: 'file', targetId: old.id, detail })
    return next.status === 'DONE'
  })
  if (isReady) await finishReplacement({ ...dependencies, database: db }, body.file_id)
  return {}
}

/** Has a film converted once more whose original is still there. */
const convertAgain = (
  { store, convertLater }: Dependencies,
  { db, user, params, refuse }: Editing<'POST /studio/library/:id/retry'>,
) =>
  db.inTransaction(async tx => {
    const { id, key, name, status } = (await lockLibraryFile(tx, user.brandId, params.id)) ?? refuse('not_found')
    if (status !== 'FAIL') return {}
    if (!(await store.has(key, sourceName))) refuse('file_not_kept')
    await setConvertedAgain(tx, id)
    await convertLater(tx, id)
    await writeAudit(tx, user, { action: 'file.retry', targetType: 'file', targetId: id, detail: { name } })
    return {}
  })

/** The courses, banners and articles that use a file, in a sentence. */
function usedIn({ uses, showing }: NonNullable<Awaited<ReturnType<typeof findLibraryFile>>>): Record<Language, string> {
  const titles = (language: string) => {
    const courses = new Map(uses.map(({ course_id: id, course }) => [id, course]))
    const all = [...courses.values(), ...showing.map(one => one.titles)]
    return all.map(one => `«${titleIn(one, language)}»`).join(', ')
  }
  return {
    en: `Used in ${titles('en')}`,
    ru: `Используется: ${titles('ru')}`,
    es: `Se usa en ${titles('es')}`,
  }
}
