import { broken, type Check, good, lacking } from '#server/platform/check.ts'
import { askOutside } from '#server/platform/outgoing/ask-outside.ts'

/** Where browsers’ makers take notifications: Chrome, Firefox, Safari. */
const services = [
  'https://fcm.googleapis.com/',
  'https://updates.push.services.mozilla.com/',
  'https://web.push.apple.com/',
]
const mostBytes = 65_536

/** Whether the services that pass notifications on to devices can be reached from here; nothing is sent. */
export function pushCheck({
  publicUrl,
  allowPrivate,
  at = services,
}: {
  publicUrl: string
  allowPrivate: boolean
  at?: readonly string[]
}): Check {
  return {
    name: 'Notifications',
    advice: 'Let this machine open HTTPS connections to the internet',
    async run() {
      const asked = await Promise.allSettled(
        at.map(url => askOutside({ url, method: 'GET', headers: {} }, { mostBytes, allowPrivate })),
      )
      const silent = at.filter((_, index) => asked[index]?.status === 'rejected').map(url => new URL(url).host)
      if (silent.length > 0)
        return broken(`not reached: ${silent.join(', ')}`, 'Let this machine open HTTPS connections to them')
      if (!publicUrl.startsWith('https:'))
        return lacking(
          'the services of browsers are reached, but browsers allow notifications on HTTPS only',
          'Serve the school on HTTPS (PUBLIC_URL)',
        )
      return good('the services of Chrome, Firefox and Safari are reached')
    },
  }
}
