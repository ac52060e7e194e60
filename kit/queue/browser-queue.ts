import { settings } from '#kit/request/connection.ts'
import { localDatabase, type StoredUpload, type WaitingWrite } from '#kit/request/local-database.ts'
import { isOffline } from '#kit/request/online.ts'
import type { QueueWorld } from './turns.ts'

type Rows = { writes: WaitingWrite; uploads: StoredUpload }

/** A user's rows of a queue, in the order they were made. */
export async function rowsOf<Table extends keyof Rows>(table: Table, userId: number): Promise<Rows[Table][]> {
  return (await localDatabase()).getAllFromIndex(table, 'userId', userId as never) as Promise<Rows[Table][]>
}

/**
 * Replaces a row by what `next` makes of it, in one step that no other tab can come between; undefined leaves it. Resolves to
 * what was stored, undefined when it is gone or was left.
 */
export async function changeRow<Table extends keyof Rows>(
  table: Table,
  id: Rows[Table]['id'],
  next: (row: Rows[Table]) => Rows[Table] | undefined,
): Promise<Rows[Table] | undefined> {
  const changing = (await localDatabase()).transaction(table, 'readwrite')
  const row = (await changing.store.get(id)) as Rows[Table] | undefined
  const changed = row && next(row)
  if (changed) void changing.store.put(changed)
  await changing.done
  return changed
}

/** The browser as a queue of this name needs it; `onNews` hears what the other tabs tell. */
export function browserQueue<News>(name: string): QueueWorld<News> & { onNews(hear: (news: News) => void): void } {
  const channel = globalThis.BroadcastChannel && new BroadcastChannel(name)
  return {
    /** Web Locks are there only where the page is secure; elsewhere the idempotency key alone keeps writes from doubling. */
    async exclusive(lane, work) {
      const { locks } = navigator
      return locks ? await locks.request(name + (lane && ` ${lane}`), work) : work()
    },
    later(ms, then) {
      const timer = setTimeout(then, ms)
      return () => clearTimeout(timer)
    },
    now: Date.now,
    userId: () => settings.userId,
    isOffline,
    announce: news => channel?.postMessage(news),
    onNews: hear => channel?.addEventListener('message', ({ data }: MessageEvent<News>) => hear(data)),
  }
}

/** Wakes a queue whenever the network or the person comes back; `refresh` hears when the network is lost. */
export function wakeWithPage(wake: () => void, refresh: () => void): void {
  addEventListener('online', wake)
  addEventListener('offline', refresh)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake())
}
