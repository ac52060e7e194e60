import type { Language } from '#shared/platform/contract.ts'
import { isBlank } from '#shared/platform/text.ts'

type Titles = Partial<Record<Language, string>>

const languages = ['en', 'ru', 'es'] as const satisfies readonly Language[]

/** A title in a language, or in another that there is. */
export const titleIn = (titles: Titles, language: Language): string =>
  titles[language] ?? titles.en ?? titles.ru ?? titles.es ?? ''

/** The titles that say something, without blanks around them. */
export function writtenTitles(titles: Titles): Titles {
  const written: Titles = {}
  for (const language of languages) {
    const { [language]: title = '' } = titles
    if (!isBlank(title)) written[language] = title.trim()
  }
  return written
}
