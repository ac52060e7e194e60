import { browserPush } from './browser-push.ts'

/**
 * Asks for notifications on this device and, when allowed, turns them on. To be called from a press: browsers
 * ask only then. Rejects when the browser's push service or the school cannot be reached.
 */
export async function askPush(): Promise<'on' | 'refused' | 'unsupported'> {
  const state = await browserPush.turnOn()
  return state === 'denied' ? 'refused' : state
}
