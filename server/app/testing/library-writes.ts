import { insertFilm } from '#server/features/library/testing/insert-film.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Trial } from './cohort-writes.ts'
import type { TestClient } from './test-client.ts'

type Given = { db: () => Db; admin: () => TestClient }

/** The writes of staff about files of the school. */
export function libraryWrites({ db, admin }: Given): Record<string, Trial> {
  const film = async (status = 'DONE') => ({ params: { id: await insertFilm(db(), { status }) } })
  return {
    'PATCH /studio/library/:id': {
      by: admin,
      make: async () => ({ ...(await film()), body: { name: 'Tea.mp4' } }),
      logs: ['file.rename'],
    },
    'DELETE /studio/library/:id': { by: admin, make: () => film(), logs: ['file.delete'] },
    // It waits already.
    'POST /studio/library/:id/retry': { by: admin, make: () => film('UPLOADED'), logs: [] },
  }
}
