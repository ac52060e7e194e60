/** The languages that subtitles can be added in. */
export const subtitleLanguages: readonly string[] = [
  'en',
  'ru',
  'es',
  'de',
  'fr',
  'it',
  'pt',
  'pt-BR',
  'pl',
  'uk',
  'tr',
  'ar',
  'he',
  'hi',
  'zh',
  'ja',
  'ko',
]

/** The language to be added next: the reader's own, then the first that the film has no subtitles in. */
export function nextLanguage(own: string, taken: readonly string[]): string {
  return [own, ...subtitleLanguages].find(code => !taken.includes(code)) ?? own
}

/** The language that a file's name says before its ending, as in `walk.es.vtt` or `walk_pt-BR.srt`; of those that are offered. */
export function languageOfName(name: string): string | undefined {
  const [, said] = /[._]([a-z]{2}(?:-[a-z]{2})?)\.\w+$/i.exec(name) ?? []
  return subtitleLanguages.find(code => code.toLowerCase() === said?.toLowerCase())
}
