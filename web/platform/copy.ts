import { loadAccountCopy, loadConsentCopy, loadFirstCopy, loadHomeCopy, loadTalkCopy } from 'virtual:copy/web'
import type { CompiledCopy } from '#kit/copy/message.ts'
import { settings } from '#kit/request/connection.ts'

/**
 * When texts are needed, and so which file of a language they are in: `first` with sign-in and the shell, `home` with
 * the first screens behind sign-in, `talk` with chats and homework, `account` with the account screens, `consent` with
 * the question about cookies.
 */
export type CopyPart = 'first' | 'home' | 'talk' | 'account' | 'consent'

const loaders = {
  first: loadFirstCopy,
  home: loadHomeCopy,
  talk: loadTalkCopy,
  account: loadAccountCopy,
  consent: loadConsentCopy,
}

/** The page's texts, as far as loaded. */
export const messages: CompiledCopy = {}

/** Loads a part of the texts in the page's language; await it before rendering what uses them. */
export async function addCopy(part: CopyPart): Promise<void> {
  Object.assign(messages, await loaders[part](settings.language))
}
