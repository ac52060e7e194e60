import { expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { languageCode, mediaTypeCodes, mediaTypeFromCode, nativeLanguageName, videoFromWire } from './forms.ts'
import { savedName } from './saved-name.ts'

type Language = { code: string; sent_as: string; native: string }
const { languages } = sharedData<{ languages: Language[] }>('i18n/language-names.json')

test.each(languages)('subtitles in $sent_as are kept as $code and labelled $native [MED-02]', language => {
  expect(languageCode(language.sent_as)).toBe(language.code)
  const label = nativeLanguageName(language.sent_as)
  expect(label.toLocaleLowerCase(language.code)).toBe(language.native.toLocaleLowerCase(language.code))
})

test('a language is written with a capital, as in a list [MED-02]', () => {
  expect(['es', 'ru_RU', 'en'].map(nativeLanguageName)).toEqual(['Español', 'Русский (Россия)', 'English'])
  expect(nativeLanguageName('qaa')).toBe('qaa')
})

test('an unknown language code is its own label [MED-02]', () => {
  expect(nativeLanguageName('not a language')).toBe('not a language')
})

test('media types have their numbers, and any other is a document [MED-01]', () => {
  expect([1, 2, 3, 4, 5].map(mediaTypeFromCode)).toEqual(['video', 'image', 'sound', 'document', 'subtitle'])
  expect([0, 6, undefined].map(mediaTypeFromCode)).toEqual(['document', 'document', 'document'])
  expect(mediaTypeCodes.subtitle).toBe(5)
})

test('a video comes in milliseconds, with labelled subtitles [MED-02]', () => {
  const wire = {
    id: 3,
    type: 'video',
    created_at: 1_700_000_000,
    duration: 12.345,
    url: null,
    m3u8: '/media/3/index.m3u8',
    mp4: '/media/3.mp4',
    preview: null,
    width: 640,
    height: 360,
    subtitles: [{ language_code: 'es_ES', name: 'es', url: '/media/3-es.vtt' }],
  }
  const video = videoFromWire(wire)
  expect(video).toMatchObject({
    createdAt: 1_700_000_000_000,
    duration: 12_345,
    m3u8: '/media/3/index.m3u8',
    mp4: '/media/3.mp4',
    width: 640,
    height: 360,
    url: undefined,
  })
  const addressed = {
    ...wire,
    url: '/media/3',
    preview: '/media/3.webp',
    m3u8: null,
    mp4: null,
    width: null,
    height: null,
  }
  expect(videoFromWire(addressed)).toMatchObject({
    url: '/media/3',
    preview: '/media/3.webp',
    m3u8: undefined,
    mp4: undefined,
    width: undefined,
    height: undefined,
  })
  expect(video.preview).toBeUndefined()
  expect(video.subtitles).toEqual([
    { languageCode: 'es-ES', label: nativeLanguageName('es-ES'), name: 'es', url: '/media/3-es.vtt' },
  ])
})

test.each([
  ['IMG_0042.HEIC', '/media/key/~1-a/large.webp', 'IMG_0042.webp'],
  ['squat.mov', '/media/key/video.mp4?download', 'squat.mp4'],
  ['Приседания, день 3.MOV', '/media/key/video.MP4', 'Приседания, день 3.mp4'],
  ['my.week.2.jpg', '/l.webp', 'my.week.2.webp'],
  ['notes', '/media/key/original', 'notes'],
  ['plan.pdf', '/media/key/original', 'plan.pdf'],
  ['plan.pdf', '/media/v1.2/original', 'plan.pdf'],
  [' plan.pdf ', '/media/key/original', 'plan.pdf'],
  ['squat.mov', '/media/key/video.mp4#t=5', 'squat.mp4'],
  ['squat.mov', '/media/key/video.mp4?name=a.b', 'squat.mp4'],
  ['my.presentation', '/l.webp', 'my.presentation.webp'],
  ['cafe\u0301.jpg', '/l.webp', 'café.webp'],
])('%s stored at %s is saved as %s [MED-07]', (name, path, saved) => {
  expect(savedName(name, path)).toBe(saved)
})

test.each([
  ['../../etc/passwd', 'etc passwd.webp'],
  ['C:\\me\\a?b*c|d.jpg', 'C me a b c d.webp'],
  ['.bashrc.jpg', 'bashrc.webp'],
  ['CON.jpg', '_CON.webp'],
  ['con.a.jpg', '_con.a.webp'],
  ['com1.jpg', '_com1.webp'],
  ['lpt9.jpg', '_lpt9.webp'],
  ['falcon.jpg', 'falcon.webp'],
  ['console.jpg', 'console.webp'],
  ['..a. .jpg', 'a.webp'],
  [`${'a'.repeat(99)} b.jpg`, `${'a'.repeat(99)}.webp`],
  ['a\r\nb\u0000.jpg', 'a b.webp'],
  ['photo\u202egpj.exe', 'photo gpj.webp'],
  ['...', 'file.webp'],
  ['', 'file.webp'],
  ['🏋'.repeat(300), `${'🏋'.repeat(100)}.webp`],
])('%j is made safe as %j [MED-07]', (name, saved) => {
  expect(savedName(name, '/media/key/large.webp')).toBe(saved)
})
