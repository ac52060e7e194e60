import { loadAccountCopy, loadFirstCopy, loadOtherCopy, loadTalkCopy } from 'virtual:copy/web'
import type { CompiledCopy } from '#kit/copy/message.ts'
import { settings } from '#kit/request/connection.ts'
import { lateParts } from '#web/platform/late-parts.ts'

/** The page's copy: what sign-in and the shell say, and once it has arrived what the other screens say. */
export const messages: CompiledCopy = {}

/** Loads what sign-in and the shell say in the page's language. */
export async function addFirstCopy(): Promise<void> {
  Object.assign(messages, await loadFirstCopy(settings.language))
}

/** Loads what the screens behind the sign-in say; they are drawn after it has come. */
export async function addOtherCopy(): Promise<void> {
  Object.assign(messages, await loadOtherCopy(settings.language))
}

/** Loads what homework and chats say; their screens are drawn after it has come. */
export async function addTalkCopy(): Promise<void> {
  Object.assign(messages, await loadTalkCopy(settings.language))
}

/** Loads what is said around one's own account; its screens are drawn after it has come. */
export async function addAccountCopy(): Promise<void> {
  Object.assign(messages, await loadAccountCopy(settings.language))
}

lateParts.accountCopy = addAccountCopy
