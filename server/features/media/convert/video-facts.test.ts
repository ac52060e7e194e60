import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedData, sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { hlsParts } from './video-facts.ts'

type Playlist = { file: string; expected: { segments?: { uri: string }[] } }
const { playlists } = sharedData<{ playlists: Playlist[] }>('protocols/playlists.json')
const elsewhere = /(^|URI=")(\/|\.\.\/|https?:)/m

test('a playlist names files beside it, and none by an address of a site [PLY-02]', async () => {
  const read = playlists.map(async ({ file, expected }) => {
    const path = join(sharedDataFolder, 'protocols', file)
    const found = await hlsParts(path).catch((error: Error) => error.message)
    const uris = (expected.segments ?? []).map(({ uri }) => uri)
    return { path, text: await readFile(path, 'utf8'), found, uris }
  })
  const whole = (await Promise.all(read)).filter(({ text }) => text.startsWith('#EXTM3U'))
  const outside = whole.filter(({ text }) => elsewhere.test(text))
  expect(outside.length).toBeGreaterThan(7)
  for (const { found, path } of outside) expect([path, found]).toEqual([path, expect.stringContaining('plain name')])
  const beside = whole.filter(({ text, uris }) => !elsewhere.test(text) && uris.length > 0)
  expect(beside.length).toBeGreaterThan(7)
  for (const { found, path, uris } of beside)
    expect(found).toEqual(expect.arrayContaining([basename(path), ...new Set(uris)]))
})
