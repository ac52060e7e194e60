import { unreadTogether } from '#shared/features/notifications/unread.ts'

type Badged = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

/** Shows on the app's icon what the learner has not read, as the school says; nothing once nobody is signed in. */
export async function refreshBadge(findToken: () => Promise<string | undefined>): Promise<void> {
  const badged = navigator as Badged
  if (!badged.setAppBadge) return
  const token = await findToken()
  if (!token) return badged.clearAppBadge?.()
  const read = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'x-app-type': 'web' }
    const answer = await fetch(`/spa/api/v1/${path}`, { headers })
    return answer.ok ? answer.json() : undefined
  }
  const [notices, chats] = await Promise.all([read('user-notices/unread'), read('chats')])
  const count = unreadTogether(notices as undefined, chats as undefined)
  if (count !== undefined) await badged.setAppBadge(count)
}
