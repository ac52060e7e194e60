import { writeAudit } from '#server/features/accounts/audit.ts'
import { storeFrame, storePicture, storeSubtitles } from '#server/features/media/film-parts.ts'
import { lockLibraryFile, setLibraryFiles } from '#server/features/media/library-queries.ts'
import { type MediaFiles, mediaFileWire, type UploadedRow } from '#server/features/media/media-item.ts'
import { FileFailure } from '#server/features/media/upload/file-kind.ts'
import type { ReceivingDependencies } from '#server/features/media/upload/receive-file.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { library } from '#shared/features/library/contract.ts'
import { subtitleText } from '#shared/features/library/subtitle-texts.ts'
import { subtitlesFrom } from '#shared/features/library/subtitles.ts'
import { mediaTypeCodes, nativeLanguageName } from '#shared/features/media/forms.ts'
import { decodeSubtitles } from './decode-subtitles.ts'
import { findLibraryFile } from './queries.ts'

type Calls = (typeof library)['calls']
type Editing<Name extends keyof Calls> = Context<Name, Calls[Name]>
type Dependencies = Pick<ReceivingDependencies, 'store' | 'folder'>
type User = { userId: number; brandId: string }

const isLanguage = (code: string) => /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(code)
const isFilm = ({ type, status }: Pick<UploadedRow, 'type' | 'status'>) =>
  type === mediaTypeCodes.video && status === 'DONE'

/** What belongs to a film: its subtitles, and the picture that it is shown with. */
export const filmRoutes = (deps: Dependencies) => ({
  async 'PUT /studio/library/:id/subtitles/:language'(
    context: Editing<'PUT /studio/library/:id/subtitles/:language'>,
  ): Promise<{ cues: number }> {
    const { db, user, params, body, refuse } = context
    const language = isLanguage(params.language) ? params.language : refuse('invalid_input', { fields: ['language'] })
    const read = subtitlesFrom(decodeSubtitles(Buffer.from(body.data, 'base64'), language))
    if ('problem' in read) return refuse('subtitles_broken', { texts: { data: subtitleText(read) } })
    return db.inTransaction(async tx => {
      const film = (await lockLibraryFile(tx, user.brandId, params.id)) ?? refuse('not_found')
      if (!isFilm(film)) refuse('not_a_film')
      const path = await storeSubtitles(deps, film, language, read.vtt)
      const own = { language, name: nativeLanguageName(language), path }
      await setFiles(tx, user, film, 'file.subtitles', { subtitles: [...without(film, language), own] })
      return { cues: read.cues }
    })
  },

  'DELETE /studio/library/:id/subtitles/:language': ({
    db,
    user,
    params,
    refuse,
  }: Editing<'DELETE /studio/library/:id/subtitles/:language'>) =>
    db.inTransaction(async tx => {
      const film = (await lockLibraryFile(tx, user.brandId, params.id)) ?? refuse('not_found')
      const subtitles = without(film, params.language)
      if (subtitles.length === (film.files.subtitles ?? []).length) return {}
      await setFiles(tx, user, film, 'file.subtitles', { subtitles })
      return {}
    }),

  async 'PUT /studio/library/:id/poster'(context: Editing<'PUT /studio/library/:id/poster'>) {
    const { db, user, params, body, now, refuse } = context
    // Made before the film is held: it takes seconds.
    const made =
      body.second === undefined && body.picture_id === undefined ? undefined : await makePoster(deps, context)
    return db.inTransaction(async tx => {
      const held = (await lockLibraryFile(tx, user.brandId, params.id)) ?? refuse('not_found')
      if (!isFilm(held) || (made && held.key !== made.key)) refuse('not_a_film')
      const { ownPoster, ...files } = held.files
      const own = ownPoster ?? files.poster
      const next = made
        ? { ...files, poster: made.path, ...(own && { ownPoster: own }) }
        : { ...files, ...(own && { poster: own }) }
      await writeFiles(tx, user, held, 'file.poster', next)
      return { preview: mediaFileWire({ ...held, files: next }, now).preview }
    })
  },
})

const without = ({ files }: UploadedRow, language: string) =>
  (files.subtitles ?? []).filter(one => one.language !== language)

/** The picture that is asked for, stored beside the film under its key. */
async function makePoster(
  deps: Dependencies,
  { db, user, params, body, refuse }: Editing<'PUT /studio/library/:id/poster'>,
): Promise<{ key: string; path: string }> {
  const film = (await findLibraryFile(db, user.brandId, params.id)) ?? refuse('not_found')
  if (!isFilm(film)) refuse('not_a_film')
  const { key } = film
  if (body.picture_id !== undefined) {
    const picture = await findLibraryFile(db, user.brandId, body.picture_id)
    if (picture?.files.large === undefined) return refuse('no_such_picture', { fields: ['picture_id'] })
    return { key, path: await storePicture(deps, film, picture) }
  }
  const { second = 0 } = body
  if (second * 1000 >= film.durationMs || film.files.mp4 === undefined)
    return refuse('no_such_moment', { fields: ['second'] })
  const path = await storeFrame(deps, film, second).catch((error: unknown) => {
    if (error instanceof FileFailure) return refuse('no_such_moment', { fields: ['second'] })
    throw error
  })
  return { key, path }
}

const setFiles = (tx: Db, user: User, film: UploadedRow, action: string, changed: MediaFiles) =>
  writeFiles(tx, user, film, action, { ...film.files, ...changed })

async function writeFiles(tx: Db, user: User, { id, name }: UploadedRow, action: string, files: MediaFiles) {
  await setLibraryFiles(tx, id, JSON.stringify(files))
  const languages = (files.subtitles ?? []).map(({ language }) => language).join(', ')
  const detail = { name, ...(action === 'file.subtitles' && { languages }) }
  await writeAudit(tx, user, { action, targetType: 'file', targetId: id, detail })
}
