import { KnownRows } from '#kit/queue/known-rows.ts'
import type { QueueWorld } from '#kit/queue/turns.ts'
import type { WaitingWrite } from '#kit/request/local-database.ts'
import type { WriteStore } from './write-store.ts'
import type { Pace } from './pace.ts'
import type { WriteView } from './write-view.ts'

/** What one tab tells the others: a write as it is now, one that is gone, one that is being sent or no longer is. */
export type OutboxNews =
  | { kind: 'put'; write: WaitingWrite }
  | { kind: 'gone'; id: number }
  | { kind: 'sending'; id: number; isSending: boolean }

type World = Pick<QueueWorld<OutboxNews>, 'userId' | 'isOffline'> & { store: WriteStore }

/** What this tab knows of the current user's writes, and which of them are being sent. */
export class WrittenRows {
  readonly #isOffline: () => boolean
  readonly #rows: KnownRows<WaitingWrite>
  readonly #sending = new Set<number>()
  readonly #pace: Pace

  constructor({ store, userId, isOffline }: World, pace: Pace) {
    this.#pace = pace
    this.#isOffline = isOffline
    this.#rows = new KnownRows(userId, user => store.list(user).catch(() => []))
  }

  load = (): Promise<void> => this.#rows.load()

  apply(news: OutboxNews): void {
    if (news.kind === 'sending') this.#sending[news.isSending ? 'add' : 'delete'](news.id)
    else if (news.kind === 'gone') this.#rows.drop(news.id)
    else this.#rows.put(news.write)
    this.#rows.changed()
  }

  /** Nobody sends in this lane: who said so is gone. */
  endSending(lane: string): void {
    for (const id of this.#sending) if (this.#rows.find(id)?.lane === lane) this.#sending.delete(id)
  }

  find = (id: number) => this.#rows.find(id)
  size = () => this.#rows.size()
  /** The lanes with writes in them, and the one without a name. */
  lanes = () => [...new Set(['', ...this.#rows.all().map(row => row.lane)])]
  onChange = (listener: () => void): (() => void) => this.#rows.onChange(listener)

  waiting(): number {
    const isShown = this.#isOffline()
    return this.#rows.all().filter(({ lane, refusal, failed }) => {
      const isCut = failed !== undefined && !failed.isAnswered
      return !refusal && (lane === '' || isShown || isCut)
    }).length
  }

  viewsIn(lane: string): readonly WriteView[] {
    return this.#rows.view(lane, () => {
      const rows = this.#rows.all().filter(row => row.lane === lane)
      const inOrder = rows.sort((one, other) => one.id - other.id)
      return this.#pace.viewsOf(inOrder, this.#sending)
    })
  }
}
