import { type AddressName, addresses } from '#web/platform/addresses.ts'

export type Place =
  | { kind: 'route'; name: AddressName; params: Record<string, number> }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' }

/** Old addresses and the ones they became. */
const moved: Record<string, string> = {
  '/course': '/home',
  '/user': '/home',
  '/subscriptions': '/user/subscriptions?warning=true',
  '/tasks': '/homework',
  '/chats': '/chat',
  '/course/:streamId/stages': '/course/:streamId/calendar',
  '/course/:streamId/freeze': '/course/:streamId/calendar',
}

/** The parameters that `path` has at a pattern's places; undefined when it does not fit. Each is a positive whole number. */
function paramsAt(pattern: string, path: string): Record<string, number> | undefined {
  const places = pattern.split('/')
  const parts = path.split('/')
  if (places.length !== parts.length) return undefined
  const params: Record<string, number> = {}
  for (const [index, place] of places.entries()) {
    const part = parts[index] ?? ''
    if (!place.startsWith(':')) {
      if (place !== part) return undefined
    } else if (/^[1-9]\d{0,14}$/.test(part)) params[place.slice(1)] = Number(part)
    else return undefined
  }
  return params
}

const filled = (pattern: string, params: Record<string, number>) =>
  pattern.replace(/:([A-Za-z]+)/g, (_, param: string) => String(params[param]))

/** What is at a path of the app; a slash at its end changes nothing. Anything that fits no route is unknown. */
export function placeOf(path: string): Place {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  for (const [pattern, to] of Object.entries(moved)) {
    const params = paramsAt(pattern, plain)
    if (params) return { kind: 'redirect', to: filled(to, params) }
  }
  for (const name of Object.keys(addresses) as AddressName[]) {
    const params = paramsAt(addresses[name], plain)
    if (params) return { kind: 'route', name, params }
  }
  return { kind: 'unknown' }
}
