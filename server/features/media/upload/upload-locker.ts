import type { Locker } from '@tus/server'

type Held = { release(): void; end: Promise<void> }

const patienceMs = 10_000

/**
 * One request at a time per upload. A new one asks the one before to end, since a phone that lost its connection comes back
 * before the server has noticed; after 10 s in vain it is refused and may retry.
 */
export function uploadLocker(onBusy: () => Error): Locker {
  const held = new Map<string, Held>()
  return {
    newLock(id) {
      let free: (() => void) | undefined
      return {
        async lock(_stop, requestRelease) {
          const deadline = Date.now() + patienceMs
          for (let holder = held.get(id); holder; holder = held.get(id)) {
            holder.release()
            const left = deadline - Date.now()
            if (left <= 0) throw onBusy()
            await Promise.race([holder.end, new Promise(resolve => setTimeout(resolve, left).unref())])
          }
          const end = new Promise<void>(resolve => {
            free = resolve
          })
          held.set(id, { release: () => void requestRelease(), end })
        },
        async unlock() {
          held.delete(id)
          free?.()
        },
      }
    },
  }
}
