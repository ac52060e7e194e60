import type { Texts } from './course-tree.ts'

/** A text in `language`; where it has none, in English, and then in the first of the course's languages that has it. */
export function textIn(texts: Texts, field: string, language: string, courseLanguages: readonly string[]): string {
  for (const code of [language, 'en', ...courseLanguages]) {
    const text = texts[code]?.[field]
    if (text) return text
  }
  return ''
}
