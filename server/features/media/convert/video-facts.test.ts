import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sharedData, sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { hasTool, runTool } from '#server/platform/run-tool.ts'
import { hlsParts, probeVideo, ReadTooSlowly, videoFacts } from './video-facts.ts'

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

test.runIf(await hasTool('ffmpeg'))(
  'of two sounds the one counts that is meant to be heard first [MED-04]',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kurso-sounds-'))
    const path = join(folder, 'two.mp4')
    const clip = join(sharedDataFolder, 'media/wpt-movie_5.mp4')
    const made = ['-f', 'lavfi', '-i', 'sine=duration=2', '-f', 'lavfi', '-i', 'sine=frequency=900:duration=2']
    const tracks = ['-map', '0:v', '-map', '1:a', '-map', '2:a', '-c:v', 'copy', '-c:a', 'aac', '-t', '2']
    const soundOf = async (...dispositions: string[]) => {
      const args = ['-v', 'error', '-y', '-i', clip, ...made, ...tracks, ...dispositions, path]
      await runTool('ffmpeg', args, { timeoutMs: 20_000 })
      return (await videoFacts(path, 'mov')).sounds[0]?.index
    }
    expect(await soundOf('-disposition:a:0', 'default', '-disposition:a:1', '0')).toBe(1)
    expect(await soundOf('-disposition:a:0', '0', '-disposition:a:1', 'default')).toBe(2)
    expect(await soundOf('-disposition:a:0', '0', '-disposition:a:1', '0')).toBe(1)
    await rm(folder, { recursive: true })
  },
)

test('a film that a busy machine could not read in time is not called broken [MED-04]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurso-slow-'))
  await writeFile(join(folder, 'ffprobe'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
  vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter))
  await expect(probeVideo('film.mp4', 300)).rejects.toThrow(ReadTooSlowly)
  await writeFile(join(folder, 'ffprobe'), '#!/bin/sh\nexit 1\n')
  await expect(probeVideo('film.mp4')).rejects.toThrow('cannot be read as a video')
  await rm(folder, { recursive: true })
})
