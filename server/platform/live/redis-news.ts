import { Redis } from 'ioredis'

const longestPauseMs = 3000
const commandMs = 1000

export type RedisNews = {
  /** Rejects when Redis is away; the notice then goes another way. */
  publish(payload: string): Promise<unknown>
  on(hear: (payload: string) => void): void
  close(): void
}

type Dependencies = {
  url: string
  /** Names what this database's nodes alone listen to, as a Redis may serve several schools. */
  findName(): Promise<string>
  /** Notices may have been missed and arrive again from now on. */
  onBack(): unknown
  onLost(error: unknown): void
}

/** Notices between nodes over Redis pub/sub; comes back by itself after Redis was away. */
export function openRedisNews({ url, findName, onBack, onLost }: Dependencies): RedisNews {
  const options = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    commandTimeout: commandMs,
    retryStrategy: (times: number) => Math.min(times * 100, longestPauseMs),
  }
  const publisher = new Redis(url, options)
  const subscriber = new Redis(url, options)
  let channel: string | undefined
  let isLost = false

  function lose(error: unknown) {
    if (!isLost) onLost(error)
    isLost = true
  }

  async function subscribe() {
    channel ??= `kurso:${await findName()}:live`
    await subscriber.subscribe(channel)
    isLost = false
    onBack()
  }

  // Without a subscription the connection is of no use: begun again, it is ready again and tries once more.
  subscriber.on('ready', () => {
    subscribe().catch((error: unknown) => {
      lose(error)
      setTimeout(() => subscriber.status === 'ready' && subscriber.disconnect(true), commandMs).unref()
    })
  })
  publisher.on('error', lose)
  subscriber.on('error', lose)
  return {
    async publish(payload) {
      if (channel === undefined) throw new Error('Redis is not there yet')
      return publisher.publish(channel, payload)
    },
    on(hear) {
      subscriber.on('message', (_channel, payload: string) => hear(payload))
    },
    close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
