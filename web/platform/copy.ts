import { loadAccountCopy, loadFirstCopy, loadHomeCopy, loadTalkCopy } from 'virtual:copy/web'
import type { CompiledCopy } from '#kit/copy/message.ts'
import { settings } from '#kit/request/connection.ts'

/**
 * When texts are needed, and so which file of a language they are in: `first` with sign-in, the shell and the question
 * about cookies, `home` with the first screens behind sign-in, `talk` with chats and homework, `account` with the account
 * screens and what is booked.
 */
export type CopyPart = 'first' | 'home' | 'talk' | 'account'

const loaders = {
  first: loadFirstCopy,
  home: loadHomeCopy,
  talk: loadTalkCopy,
  account: loadAccountCopy,
}

/** The page's texts, as far as loaded. */
export const messages: CompiledCopy = {}

/** The parts that the server wrote into the page, in the page's own language. */
const written = JSON.parse(globalThis.document?.getElementById('copy')?.textContent ?? '{}') as Record<
  string,
  CompiledCopy
>
const writtenIn = globalThis.document?.documentElement.lang

/** Loads a part of the texts in the page's language; await it before rendering what uses them. */
export async function addCopy(part: CopyPart): Promise<void> {
  const here = settings.language === writtenIn ? written[part] : undefined
  Object.assign(messages, here ?? (await loaders[part](settings.language)))
}
