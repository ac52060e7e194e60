import type { Language } from '#shared/platform/contract.ts'

/** What a path below /explore asks for: a language, where it names one, and the name of a page; '' is what lists them all. */
export type AskedPage = { language: Language | undefined; name: string }

const languages: readonly string[] = ['en', 'ru', 'es'] satisfies Language[]
const isLanguage = (text: string): text is Language => languages.includes(text)

/** Reads a path such as '/explore/ru/tea'; undefined for what no page can have. */
export function askedPage(path: string): AskedPage | undefined {
  const [, root, ...steps] = path.split('/')
  const [first = ''] = steps
  if (root !== 'explore' || steps.length > 6) return undefined
  const language = isLanguage(first) ? first : undefined
  const name = (language ? steps.slice(1) : steps).join('/')
  return /^([a-z0-9-]+(\/[a-z0-9-]+)*)?$/.test(name) ? { language, name } : undefined
}

/** Where a page is found in a language; without one, in that of whoever asks. */
export function pagePath(name: string, language?: Language): string {
  return ['/explore', ...(language ? [language] : []), ...(name ? [name] : [])].join('/')
}
