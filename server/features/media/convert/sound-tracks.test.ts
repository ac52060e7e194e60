import { execFileSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { runsFfmpeg } from '../testing/needs-ffmpeg.ts'
import { makeRenditions } from './make-renditions.ts'
import { languageOf, soundNames } from './sound-tracks.ts'
import { videoFacts } from './video-facts.ts'

// Conversions need the processor, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-sounds-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('sounds are called by their languages’ own names, and by a number where there is none', () => {
  expect(['rus', 'eng', 'ger', 'es-MX', 'und', 'x', 'qqq', '', undefined].map(languageOf)).toEqual([
    'ru',
    'en',
    'de',
    'es-MX',
    ...Array.from({ length: 5 }, () => undefined),
  ])
  const languages = ['ru', 'en', undefined, 'ru', 'zh']
  expect(soundNames(languages.map(language => ({ language })))).toEqual([
    'Русский',
    'English',
    '3',
    'Русский 4',
    '中文',
  ])
})

/** Converts a video; its main playlist, and the facts of what it can be played as. */
async function converted(name: string, path: string) {
  const into = await mkdtemp(join(folder, `${name}-`))
  const facts = await videoFacts(path, 'mov')
  const source = { path, bytes: (await stat(path)).size, format: 'mov' as const, facts }
  await makeRenditions(source, into, { onProgress: () => undefined })
  const main = await readFile(join(into, 'hls/master.m3u8'), 'utf8')
  const playing = (playlist: string) =>
    JSON.parse(
      execFileSync(
        'ffprobe',
        ['-v', 'error', '-show_entries', 'stream=codec_type,codec_name', '-of', 'json', join(into, playlist)],
        { encoding: 'utf8' },
      ),
    ).streams.map((stream: { codec_type: string }) => stream.codec_type) as string[]
  return { into, main, playing }
}

/** The pitch of a sound (Hz), told by how often it crosses zero. */
function pitchOf(path: string): number {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-vn',
    '-ss',
    '0.5',
    '-t',
    '1',
    '-ac',
    '1',
    '-ar',
    '8000',
    '-f',
    's16le',
    '-',
  ]
  const bytes = execFileSync('ffmpeg', args)
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  const crossings = samples.reduce(
    (count, value, at) => count + Number(at > 0 && value >= 0 !== samples[at - 1]! >= 0),
    0,
  )
  return crossings / 2 / (samples.length / 8000)
}

test.runIf(runsFfmpeg)(
  'a film with two sounds keeps both, named by language, beside one set of pictures [MED-04]',
  async () => {
    const path = join(folder, 'two.mp4')
    await copyFile(join(sharedDataFolder, 'media/two-audio-tracks.mp4'), path)
    const { main, playing, into } = await converted('two', path)
    const sounds = main.split('\n').filter(line => line.startsWith('#EXT-X-MEDIA:'))
    expect(sounds).toEqual([
      expect.stringMatching(
        /^#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="(\w+)",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,.*URI="a0\/index\.m3u8"$/,
      ),
      expect.stringMatching(
        /^#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="(\w+)",NAME="Русский",LANGUAGE="ru",DEFAULT=NO,AUTOSELECT=YES,.*URI="a1\/index\.m3u8"$/,
      ),
    ])
    const group = /GROUP-ID="(\w+)"/.exec(sounds[0] ?? '')?.[1]
    const renditions = main.split('\n').filter(line => line.startsWith('#EXT-X-STREAM-INF:'))
    expect(renditions.length).toBeGreaterThan(0)
    for (const line of renditions) expect(line).toMatch(new RegExp(`RESOLUTION=.*CODECS="avc1.*mp4a.*AUDIO="${group}"`))
    expect(main.split('\n').filter(line => line !== '' && !line.startsWith('#'))).toEqual(
      renditions.map((_, at) => `v${at}/index.m3u8`),
    )
    expect(playing('hls/v0/index.m3u8')).toEqual(['video'])
    expect([playing('hls/a0/index.m3u8'), playing('hls/a1/index.m3u8')]).toEqual([['audio'], ['audio']])
    expect(playing('video.mp4')).toEqual(['video', 'audio'])
    expect((await stat(join(into, 'poster.jpg'))).size).toBeGreaterThan(0)
  },
)

test.runIf(runsFfmpeg)(
  'what cannot choose plays the sound that is meant to be heard first, recoded too [MED-04]',
  async () => {
    const path = join(folder, 'recoded.mp4')
    const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=3`]
    const maps = [
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-map',
      '2:a',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv444p',
      '-c:a',
      'aac',
      '-t',
      '3',
    ]
    const tags = [
      '-metadata:s:a:0',
      'language=eng',
      '-metadata:s:a:1',
      'language=rus',
      '-disposition:a:0',
      '0',
      '-disposition:a:1',
      'default',
    ]
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=128x96:rate=10:duration=3']
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...tone(300), ...tone(900), ...maps, ...tags, path])
    const { main, into, playing } = await converted('recoded', path)
    expect([...main.matchAll(/NAME="([^"]+)".*DEFAULT=(\w+)/g)].map(([, name, first]) => [name, first])).toEqual([
      ['Русский', 'YES'],
      ['English', 'NO'],
    ])
    expect(playing('video.mp4')).toEqual(['video', 'audio'])
    const pitches = ['video.mp4', 'hls/a0/index.m3u8', 'hls/a1/index.m3u8'].map(
      file => Math.round(pitchOf(join(into, file)) / 100) * 100,
    )
    expect(pitches).toEqual([900, 900, 300])
  },
)

test.runIf(runsFfmpeg)('a film with one sound has it in its pictures, one without any has none [MED-04]', async () => {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=128x96:rate=10:duration=1']
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac']
  const film = async (name: string, sound: string[]) => {
    const path = join(folder, `${name}.mp4`)
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...sound, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', path])
    const { main, playing } = await converted(name, path)
    expect(main).not.toContain('#EXT-X-MEDIA')
    return [playing('hls/v0/index.m3u8').toSorted(), playing('video.mp4').toSorted()]
  }
  expect(await film('one', tone)).toEqual([
    ['audio', 'video'],
    ['audio', 'video'],
  ])
  expect(await film('none', [])).toEqual([['video'], ['video']])
})
