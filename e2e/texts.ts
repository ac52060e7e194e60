import { fileURLToPath } from 'node:url'
import { type Copy, createCopy } from '#kit/copy/copy.tsx'
import type { Language } from '#kit/copy/language.ts'
import { collectCopy } from '../scripts/build/collect-copy.ts'

export const languages = ['en', 'ru', 'es'] as const

const compiled = collectCopy(fileURLToPath(new URL('..', import.meta.url)), 'web')

/** The app's own texts, so that a walk reads the same in each language: `texts('ru')('ui.close')`. */
export function texts(language: Language): Copy {
  return createCopy(language, compiled[language])
}
