declare module 'virtual:copy/web' {
  import type { Language } from '#kit/copy/language.ts'
  import type { CompiledCopy } from '#kit/copy/message.ts'
  /** Downloads what sign-in and the shell say in a language: its own chunk. */
  export function loadFirstCopy(language: Language): Promise<CompiledCopy>
  /** Downloads what is said behind the sign-in in a language: its own chunk. */
  export function loadHomeCopy(language: Language): Promise<CompiledCopy>
  /** Downloads what is said around homework and chats in a language: its own chunk. */
  export function loadTalkCopy(language: Language): Promise<CompiledCopy>
  /** Downloads what is said around one's own account in a language: its own chunk. */
  export function loadAccountCopy(language: Language): Promise<CompiledCopy>
  /** Downloads one language's whole compiled copy. */
  export function loadCopy(language: Language): Promise<CompiledCopy>
}

declare module 'virtual:copy/studio' {
  import type { Language } from '#kit/copy/language.ts'
  import type { CompiledCopy } from '#kit/copy/message.ts'
  /** Downloads what sign-in and the shell say in a language: its own chunk. */
  export function loadFirstCopy(language: Language): Promise<CompiledCopy>
  /** Downloads what is said behind the sign-in in a language: its own chunk. */
  export function loadHomeCopy(language: Language): Promise<CompiledCopy>
  /** Downloads what is said around homework and chats in a language: its own chunk. */
  export function loadTalkCopy(language: Language): Promise<CompiledCopy>
  /** Downloads what is said around one's own account in a language: its own chunk. */
  export function loadAccountCopy(language: Language): Promise<CompiledCopy>
  /** Downloads one language's whole compiled copy. */
  export function loadCopy(language: Language): Promise<CompiledCopy>
}
