import { unreadTogether } from '#shared/features/notifications/unread.ts'

type Badged = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

/**
 * Shows on the app's icon what the learner has not read, as the school says; nothing once nobody is signed in, or the school
 * no longer knows the session.
 */
export async function refreshBadge(findToken: () => Promise<string | undefined>): Promise<void> {
  const badged = navigator as Badged
  if (!badged.setAppBadge) return
  const token = await findToken()
  if (!token) return badged.clearAppBadge?.()
  const headers = { authorization: `Bearer ${token}`, 'x-app-type': 'web' }
  const ask = (path: string) => fetch(`/spa/api/v1/${path}`, { headers })
  const answers = await Promise.all([ask('user-notices/unread'), ask('chats')])
  if (answers.some(({ status }) => status === 401)) return badged.clearAppBadge?.()
  const [notices, chats] = await Promise.all(answers.map(async answer => (answer.ok ? answer.json() : undefined)))
  const count = unreadTogether(notices as undefined, chats as undefined)
  if (count !== undefined) await badged.setAppBadge(count)
}
