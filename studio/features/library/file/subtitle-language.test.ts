import { expect, test } from 'vitest'
import { languageOfName, nextLanguage } from './subtitle-language.ts'

test.each([
  ['counting-300.es.vtt', 'es'],
  ['elephants-dream.captions.ru.vtt', 'ru'],
  ['walk_PT-br.srt', 'pt-BR'],
  ['Walk.EN.SRT', 'en'],
  ['walk.vtt', undefined],
  ['watch-it.srt', undefined],
  ['walk.xx.vtt', undefined],
  ['es.vtt', undefined],
])('the language that %s says', (name, language) => {
  expect(languageOfName(name)).toBe(language)
})

test('subtitles that are there are not replaced by the next ones unless their author says so', () => {
  expect(nextLanguage('es', [])).toBe('es')
  expect(nextLanguage('es', ['es'])).toBe('en')
  expect(nextLanguage('es', ['en', 'es', 'ru'])).toBe('de')
})
