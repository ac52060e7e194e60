import { Redis } from 'ioredis'
import { type Check, good } from '../check.ts'

const patienceMs = 5000

/** Sends a notice through Redis and waits for it, as nodes do; undefined where none is set. */
export function redisCheck(url: string | undefined): Check | undefined {
  if (!url) return undefined
  return {
    name: 'Redis',
    advice: 'Compare REDIS_URL with where Redis listens; until it answers, nodes tell each other through the database',
    async run() {
      const options = {
        lazyConnect: true,
        retryStrategy: () => null,
        connectTimeout: patienceMs,
        commandTimeout: patienceMs,
      }
      const [speaking, listening] = [new Redis(url, options), new Redis(url, options)]
      // Told by the promises below.
      for (const one of [speaking, listening]) one.on('error', () => undefined)
      try {
        await Promise.all([speaking.connect(), listening.connect()])
        const channel = `doctor ${process.pid}`
        await listening.subscribe(channel)
        const heard = new Promise<void>(resolve => listening.once('message', () => resolve()))
        const begun = performance.now()
        await speaking.publish(channel, 'tried')
        await heard
        return good(`a notice takes ${(performance.now() - begun).toFixed(1)} ms`)
      } finally {
        for (const one of [speaking, listening]) one.disconnect()
      }
    },
  }
}
