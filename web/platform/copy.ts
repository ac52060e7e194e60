import { loadAccountCopy, loadFirstCopy, loadHomeCopy, loadTalkCopy } from 'virtual:copy/web'
import { type Copy, createCopy } from '#kit/copy/copy.tsx'
import type { CompiledCopy } from '#kit/copy/message.ts'
import { settings } from '#kit/request/connection.ts'

/**
 * When a text is needed, and so in which file of a language it travels: `first` with the sign-in and the shell, `home` with
 * whatever is behind the sign-in, `talk` with chats and homework, `account` with the screens around one's own account.
 */
export type CopyPart = 'first' | 'home' | 'talk' | 'account'

const loaders = { first: loadFirstCopy, home: loadHomeCopy, talk: loadTalkCopy, account: loadAccountCopy }

/** The page's copy, as far as it has been loaded. */
export const messages: CompiledCopy = {}

/** Loads a part of the copy in the page's language; what it says can be drawn after it has come. */
export async function addCopy(part: CopyPart): Promise<void> {
  Object.assign(messages, await loaders[part](settings.language))
}

/** The reader of the page's copy outside components, once this part of it has come. */
export async function copyWith(part: CopyPart): Promise<Copy> {
  await addCopy(part)
  return createCopy(settings.language, messages)
}
