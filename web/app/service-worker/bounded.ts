import type { WorkboxPlugin } from 'workbox-core'

/** Keeps at most `count` entries in a cache: the ones put first go first. */
export function bounded(cacheName: string, count: number): WorkboxPlugin {
  return {
    async cacheDidUpdate() {
      const cache = await caches.open(cacheName)
      const keys = await cache.keys()
      for (const key of keys.slice(0, Math.max(0, keys.length - count))) await cache.delete(key)
    },
  }
}
