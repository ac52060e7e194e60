import { routes } from '#server/platform/http/routes.ts'
import { media as contract } from '#shared/features/media/contract.ts'
import { findOwnUpload } from './queries.ts'
import { mediaFileWire } from './media-item.ts'
import { removeUpload } from './remove-upload.ts'

export const mediaRoutes = routes(contract, {
  async 'GET /media-files/:id'({ db, params, user, now, refuse }) {
    const row = await findOwnUpload(db, user.userId, params.id)
    return mediaFileWire(row ?? refuse('not_found'), now)
  },

  async 'DELETE /media-files/:id'({ db, params, user, refuse }) {
    if (await db.inTransaction(tx => removeUpload(tx, params.id, user.userId))) return {}
    return refuse((await findOwnUpload(db, user.userId, params.id)) ? 'file_in_use' : 'not_found')
  },
})
