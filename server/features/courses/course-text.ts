import type { Texts } from './course-tree.ts'

/** A text in `language`; where it has none, in English, and then in the first of the course's languages that has it. */
export function textIn(texts: Texts, field: string, language: string, courseLanguages: readonly string[]): string {
  for (const code of [language, 'en', ...courseLanguages]) {
    const text = texts[code]?.[field]
    if (text) return text
  }
  return ''
}

/** A part of a larger statement: of the texts in a column of JSON the titles alone, by language. */
export const titlesIn = (texts: string) => `(select json_object_agg(tt.key,
  json_build_object('title', coalesce(tt.value ->> 'title', ''))) from jsonb_each(${texts}) tt)`
