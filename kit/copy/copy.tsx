import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Language } from './language.ts'
import { type CompiledCopy, type CopyValues, showMessage } from './message.ts'

/**
 * Every key of the app's copy. A folder of copy adds its own in a `keys.ts` beside its languages:
 * `declare module './copy.tsx' { interface CopyKeys extends Record<keyof typeof en, string> {} }`.
 */
export interface CopyKeys {}
export type CopyKey = keyof CopyKeys & string

export interface Copy {
  (key: CopyKey, values?: CopyValues): string
  readonly language: Language
}

/** The copy function of one language; a missing key reads as itself. */
export function createCopy(language: Language, messages: CompiledCopy): Copy {
  const read = (key: CopyKey, values?: CopyValues) => showMessage(messages[key] ?? key, language, values)
  return Object.assign(read, { language })
}

const CopyContext = createContext<Copy | null>(null)

/** Provides its children with the texts of one language. */
export function CopyProvider(props: { language: Language; messages: CompiledCopy; children: ReactNode }) {
  const { language, messages } = props
  const copy = useMemo(() => createCopy(language, messages), [language, messages])
  return <CopyContext value={copy}>{props.children}</CopyContext>
}

/** The active language's copy function: `const t = useCopy()`, then `t('ui.close')`, `t.language`. */
export function useCopy(): Copy {
  const copy = useContext(CopyContext)
  if (!copy) throw new Error('useCopy needs a CopyProvider above it')
  return copy
}
