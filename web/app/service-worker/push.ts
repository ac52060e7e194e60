import type { SubscriptionChange, WorkerScope } from './scope.ts'

type Shown = { title: string; body: string; url: string; tag: string }

/** Reads a push message in the school's format. */
function readPush(text: string): Partial<Shown> {
  try {
    const value: unknown = JSON.parse(text)
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(entries.filter(([, one]) => typeof one === 'string'))
  } catch {
    return {}
  }
}

/** An address on our own origin; the home page instead of any other. */
function ownAddress(url: unknown): string {
  const address =
    typeof url === 'string' && URL.canParse(url, location.origin) ? new URL(url, location.origin) : undefined
  return address?.origin === location.origin ? address.href : `${location.origin}/`
}

/**
 * Shows a push message as plain text. Browsers require something to be shown for each, so an empty one shows the
 * school's name.
 */
export async function showPush({ registration }: Pick<WorkerScope, 'registration'>, text: string): Promise<void> {
  const { title, body = '', url, tag } = readPush(text)
  await registration.showNotification(title || location.hostname, {
    body,
    data: { url: ownAddress(url) },
    ...(tag && { tag }),
  })
}

/** Opens what a notification is about: in a window that already shows it, or in a new one. */
export async function openNotice({ clients }: Pick<WorkerScope, 'clients'>, data: unknown): Promise<void> {
  const url = ownAddress(typeof data === 'object' && data !== null && 'url' in data ? data.url : undefined)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(one => one.url === url)
  await (shown ? shown.focus() : clients.openWindow(url))
}

/** Tells the school when the browser's push address changes. If that fails, the page does it the next time it opens. */
export async function renewSubscription(
  { registration }: Pick<WorkerScope, 'registration'>,
  { oldSubscription, newSubscription }: Pick<SubscriptionChange, 'oldSubscription' | 'newSubscription'>,
  sessionToken: () => Promise<string | undefined>,
): Promise<void> {
  const token = await sessionToken()
  if (!token) return
  const made =
    newSubscription ?? (oldSubscription && (await registration.pushManager.subscribe(oldSubscription.options)))
  if (!made) return
  const { endpoint, keys } = made.toJSON()
  await fetch('/spa/api/v1/push-subscriptions', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'x-app-type': 'web',
    },
    body: JSON.stringify({ endpoint, keys }),
  })
}
