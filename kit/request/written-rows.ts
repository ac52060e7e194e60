import type { WaitingWrite } from './local-database.ts'
import type { OutboxNews, OutboxWorld } from './waiting-writes.ts'
import { viewOf, type WriteView } from './write-view.ts'

type World = Pick<OutboxWorld, 'store' | 'userId' | 'isOffline'>

/** What this tab knows of the current user's writes: read once, then kept up by what every tab tells. */
export class WrittenRows {
  readonly #world: World
  readonly #listeners = new Set<() => void>()
  readonly #sending = new Set<number>()
  readonly #views = new Map<string, readonly WriteView[]>()
  #rows = new Map<number, WaitingWrite>()
  /** Counts what was told, so that a reading that was overtaken is not taken for the newest. */
  #told = 0

  constructor(world: World) {
    this.#world = world
  }

  async load(): Promise<void> {
    const user = this.#world.userId()
    for (;;) {
      const before = this.#told
      const rows = user === null ? [] : await this.#world.store.list(user).catch(() => [])
      if (before !== this.#told) continue
      this.#rows = new Map(rows.map(row => [row.id, row]))
      return this.#notify()
    }
  }

  apply(news: OutboxNews): void {
    this.#told += 1
    if (news.kind === 'sending') this.#sending[news.isSending ? 'add' : 'delete'](news.id)
    else if (news.kind === 'gone') this.#rows.delete(news.id)
    else if (news.write.userId === this.#world.userId()) this.#rows.set(news.write.id, news.write)
    this.#notify()
  }

  /** Nobody sends in this lane: who said so is gone. */
  endSending(lane: string): void {
    for (const id of this.#sending) if (this.#rows.get(id)?.lane === lane) this.#sending.delete(id)
  }

  find = (id: number) => this.#rows.get(id)
  size = () => this.#rows.size
  /** The lanes with writes in them, and the one without a name. */
  lanes = () => [...new Set(['', ...[...this.#rows.values()].map(row => row.lane)])]

  waiting(): number {
    const isShown = this.#world.isOffline()
    let count = 0
    for (const { lane, refusal, failed } of this.#rows.values()) {
      const isCut = failed !== undefined && !failed.isAnswered
      if (!refusal && (lane === '' || isShown || isCut)) count += 1
    }
    return count
  }

  viewsIn(lane: string): readonly WriteView[] {
    const known = this.#views.get(lane)
    if (known) return known
    const views = [...this.#rows.values()]
      .filter(row => row.lane === lane)
      .sort((one, other) => one.id - other.id)
      .map(row => viewOf(row, this.#sending.has(row.id)))
    this.#views.set(lane, views)
    return views
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify() {
    this.#views.clear()
    for (const listener of this.#listeners) listener()
  }
}
