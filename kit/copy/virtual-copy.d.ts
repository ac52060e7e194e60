declare module 'virtual:copy/web' {
  import type { Language } from '#kit/copy/language.ts'
  import type { CompiledCopy } from '#kit/copy/message.ts'
  /** Loads the texts of sign-in and the shell in one language, as a separate chunk. */
  export function loadFirstCopy(language: Language): Promise<CompiledCopy>
  /** Loads the texts of the first screens after sign-in in one language, as a separate chunk. */
  export function loadHomeCopy(language: Language): Promise<CompiledCopy>
  /** Loads the texts of homework and chats in one language, as a separate chunk. */
  export function loadTalkCopy(language: Language): Promise<CompiledCopy>
  /** Loads the account texts in one language, as a separate chunk. */
  export function loadAccountCopy(language: Language): Promise<CompiledCopy>
  /** Loads the texts about cookies in one language, as a separate chunk. */
  /** Loads all texts in one language. */
  export function loadCopy(language: Language): Promise<CompiledCopy>
}

declare module 'virtual:copy/studio' {
  import type { Language } from '#kit/copy/language.ts'
  import type { CompiledCopy } from '#kit/copy/message.ts'
  /** Loads the texts of sign-in and the shell in one language, as a separate chunk. */
  export function loadFirstCopy(language: Language): Promise<CompiledCopy>
  /** Loads the texts of the first screens after sign-in in one language, as a separate chunk. */
  export function loadHomeCopy(language: Language): Promise<CompiledCopy>
  /** Loads the texts of homework and chats in one language, as a separate chunk. */
  export function loadTalkCopy(language: Language): Promise<CompiledCopy>
  /** Loads the account texts in one language, as a separate chunk. */
  export function loadAccountCopy(language: Language): Promise<CompiledCopy>
  /** Loads the texts about cookies in one language, as a separate chunk. */
  /** Loads all texts in one language. */
  export function loadCopy(language: Language): Promise<CompiledCopy>
}
