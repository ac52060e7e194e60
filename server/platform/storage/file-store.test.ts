import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '#server/app/testing/test-app.ts'
import { makePrivateFolder, newFileKey, openFileStore } from './file-store.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-store-'))
})
afterAll(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('only the server’s own user opens the folder of media and what is put there', async () => {
  const media = join(folder, 'media')
  await mkdir(media, { mode: 0o755 })
  await chmod(media, 0o755)
  await makePrivateFolder(media)
  const store = openFileStore(media)
  const key = newFileKey()
  for (const way of ['put', 'move'] as const) {
    const source = join(folder, 'source')
    await writeFile(source, 'A film')
    await chmod(source, 0o644)
    await store[way](key, `hls/${way}.mp4`, source)
    expect(await modeOf(join(media, key, `hls/${way}.mp4`))).toBe('600')
  }
  expect(await Promise.all([media, join(media, key), join(media, key, 'hls')].map(modeOf))).toEqual([
    '700',
    '700',
    '700',
  ])
})

test('a start closes the folders of media and uploads', async () => {
  const app = await startTestApp()
  expect(await Promise.all(['media', 'uploads'].map(name => modeOf(join(app.dataDir, name))))).toEqual(['700', '700'])
  await app.close()
})
