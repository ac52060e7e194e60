declare module 'virtual:copy/web' {
  import type { Language } from '#kit/copy/language.ts'
  import type { CompiledCopy } from '#kit/copy/message.ts'
  /** Downloads one language's compiled copy: its own chunk. */
  export function loadCopy(language: Language): Promise<CompiledCopy>
}

declare module 'virtual:copy/studio' {
  import type { Language } from '#kit/copy/language.ts'
  import type { CompiledCopy } from '#kit/copy/message.ts'
  /** Downloads one language's compiled copy: its own chunk. */
  export function loadCopy(language: Language): Promise<CompiledCopy>
}
