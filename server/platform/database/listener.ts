import type { Client } from 'pg'
import type { Database } from './database.ts'

export type Listener = {
  /** Called for each notice on `channel`. */
  on(channel: string, hear: (payload: string) => void): void
  /** Called when notices may be missed from now on, and when they arrive again. */
  onConnection(change: (isConnected: boolean) => void): void
  /** Sends a notice over this connection, outside every transaction; rejects while it is away. */
  notify(channel: string, payload: string): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const retryMs = 1000

/** Hears NOTIFY on a connection of its own and comes back by itself after the database was away. */
export function openListener(database: Database, onLost: (error: Error) => void): Listener {
  const hearers = new Map<string, ((payload: string) => void)[]>()
  const watchers: ((isConnected: boolean) => void)[] = []
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  let isReady = false
  let isStopped = false

  async function connect() {
    const next = database.ownConnection()
    client = next
    // More than one error may come of one lost connection; unheard, any of them would end the process.
    next.on('error', error => client === next && lose(error))
    next.once('end', () => client === next && lose(new Error('The listening connection ended')))
    await listenOn(next, hearers)
    isReady = true
    for (const watch of watchers) watch(true)
  }

  function lose(error: Error) {
    if (isStopped || retry) return
    client?.end().catch(() => undefined)
    client = undefined
    isReady = false
    for (const watch of watchers) watch(false)
    onLost(error)
    retry = setTimeout(() => {
      retry = undefined
      connect().catch(lose)
    }, retryMs)
  }

  return {
    on(channel, hear) {
      hearers.set(channel, [...(hearers.get(channel) ?? []), hear])
    },
    onConnection: change => void watchers.push(change),
    notify(channel, payload) {
      // One after the other: a connection does one thing at a time.
      sending = sending.catch(() => undefined).then(() => tell(isReady ? client : undefined, channel, payload))
      return sending
    },
    start: connect,
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

async function listenOn(client: Client, hearers: ReadonlyMap<string, ((payload: string) => void)[]>) {
  client.on('notification', ({ channel, payload }) => {
    for (const hear of hearers.get(channel) ?? []) hear(payload ?? '')
  })
  await client.connect()
  // A notice is no data: sending one must not wait for the disk.
  await client.query('set synchronous_commit to off')
  for (const channel of hearers.keys()) await client.query(`listen ${channel}`)
}

async function tell(client: Client | undefined, channel: string, payload: string) {
  if (!client) throw new Error('The listening connection is away')
  await client.query('select pg_notify($1, $2)', [channel, payload])
}
