import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { newFileKey, openFileStore } from '#server/platform/storage/file-store.ts'
import sharp from 'sharp'
import { openExplore } from '#server/app/testing/explore-school.ts'

let school: Awaited<ReturnType<typeof openExplore>>
let folder: string
beforeAll(async () => {
  school = await openExplore()
  folder = await mkdtemp(join(tmpdir(), 'kurso-explore-'))
})
afterAll(async () => {
  await school.app.close()
  await rm(folder, { recursive: true })
})

/** A stored item of the school with one file. */
async function addMedia(type: number, files: Record<string, string>, content: Buffer) {
  const key = newFileKey()
  for (const path of Object.values(files)) {
    await writeFile(join(folder, path), content)
    await openFileStore(mediaFolder(school.app.dataDir)).put(key, path, join(folder, path))
  }
  const [row] = (
    await school.run(
      `insert into media (key, type, name, mime, bytes, files, status, brand_id)
       values ($1, $2, 'file', 'video/mp4', 10, $3, 'DONE', 'kurso') returning id`,
      [key, type, JSON.stringify(files)],
    )
  ).rows
  return { key, id: Number(row?.['id']) }
}

test('strangers watch the trailer of a course while it has a page, and no other film of it [PUB-01]', async () => {
  const trailer = await addMedia(1, { mp4: 'video.mp4' }, Buffer.from('a film'))
  const lesson = await addMedia(1, { mp4: 'video.mp4' }, Buffer.from('a lesson'))
  const tea = await school.add('tea')
  await school.run('update courses set demo_video_id = $2 where id = $1', [tea, trailer.id])
  await school.run('update course_lessons set video_id = $2 where course_id = $1', [tea, lesson.id])
  const film = `/media/${trailer.key}/video.mp4`
  expect(await school.statusOf(film)).toBe(404)
  const service = await school.sell(tea)
  expect((await school.get('/explore/en/tea')).body).toContain(`src="${film}"`)
  expect([await school.statusOf(film), await school.statusOf(`/media/${lesson.key}/video.mp4`)]).toEqual([200, 404])
  await school.run('update services set is_hidden = true where id = $1', [service])
  expect(await school.statusOf(film)).toBe(404)
})

test('the picture of a link is cut from that of the course; one that cannot be read gives way to the school’s colour', async () => {
  const red = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#ff0000' } })
    .webp()
    .toBuffer()
  for (const [alias, content, isRed] of [
    ['red', red, true],
    ['broken', Buffer.from('no picture'), false],
  ] as const) {
    const picture = await addMedia(2, { large: 'large.webp' }, content)
    const id = await school.add(alias)
    await school.run('update courses set image_id = $2 where id = $1', [id, picture.id])
    await school.sell(id)
    const card = await school.get(`/explore/${alias}/card.jpg`)
    expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const { data, info } = await sharp(card.rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1200, 630])
    const [r = 0, g = 0] = data.subarray((100 * info.width + 900) * info.channels)
    expect(r > 200 && g < 60).toBe(isRed)
  }
})
