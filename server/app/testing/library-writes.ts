import { insertArchive, insertImport } from '#server/features/courses/testing/insert-import.ts'
import { insertFilm } from '#server/features/library/testing/insert-film.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Trial } from './cohort-writes.ts'
import type { TestClient } from './test-client.ts'

type Given = { db: () => Db; admin: () => TestClient }

const published = `select min(id)::int as id from courses where version > 0 and brand_id = 'kurso'`

/** The writes about whole courses: those that are brought in, taken out and archived. */
export function importWrites({ db, admin }: Given): Record<string, Trial> {
  return {
    'POST /studio/courses/:id/export': {
      by: admin,
      make: async () => ({ params: { id: (await db().query<{ id: number }>({ text: published })).rows[0]?.id } }),
      logs: ['course.export'],
    },
    'PUT /studio/courses/:id/state': {
      by: admin,
      async make() {
        const { rows } = await db().query<{ id: number }>({
          text: `insert into courses (brand_id, key, languages, texts)
            values ('kurso', 'old-' || gen_random_uuid(), '{en}', '{"en": {"title": "Old"}}') returning id`,
        })
        return { params: { id: rows[0]?.id }, body: { state: 'archived' } }
      },
      logs: ['course.archive'],
    },
    // It is logged when the course is there.
    'POST /studio/course-imports': {
      by: admin,
      make: async () => ({ body: { file_id: await insertArchive(db(), admin().userId), language: 'en' } }),
      logs: [],
    },
    'POST /studio/course-imports/:id/retry': {
      by: admin,
      make: async () => ({ params: { id: await insertImport(db(), { state: 'failed', userId: admin().userId }) } }),
      logs: [],
    },
  }
}

/** The writes of staff about files of the school. */
export function libraryWrites({ db, admin }: Given): Record<string, Trial> {
  const film = async (status = 'DONE') => ({ params: { id: await insertFilm(db(), { status }) } })
  const filmWithParts = async () => {
    const made = await film()
    await db().query({
      text: `update media set files = files || $2 where id = $1`,
      values: [
        made.params.id,
        {
          poster: 'b.jpg',
          ownPoster: 'a.jpg',
          subtitles: [{ language: 'en', name: 'English', path: 'subtitles/en.vtt' }],
        },
      ],
    })
    return made
  }
  return {
    'PATCH /studio/library/:id': {
      by: admin,
      make: async () => ({ ...(await film()), body: { name: 'Tea.mp4' } }),
      logs: ['file.rename'],
    },
    'PUT /studio/library/:id/subtitles/:language': {
      by: admin,
      make: async () => ({
        params: { ...(await film()).params, language: 'en' },
        body: { data: btoa('WEBVTT\n\n00:01.000 --> 00:02.000\nTea') },
      }),
      logs: ['file.subtitles'],
    },
    'DELETE /studio/library/:id/subtitles/:language': {
      by: admin,
      make: async () => ({ params: { ...(await filmWithParts()).params, language: 'en' } }),
      logs: ['file.subtitles'],
    },
    'PUT /studio/library/:id/poster': {
      by: admin,
      make: async () => ({ ...(await filmWithParts()), body: {} }),
      logs: ['file.poster'],
    },
    'POST /studio/library/:id/replacement': {
      by: admin,
      make: async () => ({ ...(await film()), body: { file_id: (await film('UPLOADED')).params.id } }),
      logs: ['file.replace'],
    },
    'DELETE /studio/library/:id': { by: admin, make: () => film(), logs: ['file.delete'] },
    // It waits already.
    'POST /studio/library/:id/retry': { by: admin, make: () => film('UPLOADED'), logs: [] },
  }
}
