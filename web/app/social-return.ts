import { createCopy } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { followReturn } from '#web/features/social/follow-return.tsx'
import { addAccountCopy, addFirstCopy, messages } from './copy.ts'

/** Acts on a network's return before anything is drawn; without its texts it would be mute, so they come first. */
export async function followSocialReturn(): Promise<void> {
  await Promise.all([addFirstCopy(), addAccountCopy()])
  await followReturn(createCopy(settings.language, messages))
}
