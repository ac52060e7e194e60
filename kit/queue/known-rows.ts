/**
 * The current user's rows of a queue as this tab knows them: read from the device, then kept up by what every tab tells.
 * Views of them are the same objects until something changes, as `useSyncExternalStore` wants it.
 */
export class KnownRows<Row extends { id: number | string; userId: number }, Id extends Row['id'] = Row['id']> {
  readonly #userId: () => number | null
  readonly #list: (userId: number) => Promise<Row[]>
  readonly #listeners = new Set<() => void>()
  readonly #views = new Map<unknown, unknown>()
  #rows = new Map<Id, Row>()
  #version = 0
  /** Counts what was told, so that a reading that was overtaken is not taken for the newest. */
  #told = 0

  constructor(userId: () => number | null, list: (userId: number) => Promise<Row[]>) {
    this.#userId = userId
    this.#list = list
  }

  /** Reads the rows from the device; with `hasOthers`, rows that are not stored there stay. */
  async load({ hasOthers = false } = {}): Promise<void> {
    const user = this.#userId()
    for (;;) {
      const before = this.#told
      const rows = user === null ? [] : await this.#list(user)
      if (before !== this.#told) continue
      this.#rows = new Map([...(hasOthers ? this.#rows : []), ...rows.map(row => [row.id as Id, row] as const)])
      return this.changed()
    }
  }

  /** Takes a row as it is now; another user's is not known. */
  put(row: Row): void {
    this.#told += 1
    if (row.userId === this.#userId()) this.#rows.set(row.id as Id, row)
  }

  drop(id: Id): void {
    this.#told += 1
    this.#rows.delete(id)
  }

  find = (id: Id) => this.#rows.get(id)
  all = () => [...this.#rows.values()]
  size = () => this.#rows.size
  /** Grows with every change. */
  version = () => this.#version

  /** What `make` makes of the rows, made once until something changes; undefined is made again. */
  view<View>(key: unknown, make: () => View): View {
    const view = (this.#views.get(key) as View | undefined) ?? make()
    this.#views.set(key, view)
    return view
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells that something changed: a row, or what is shown of one. */
  changed(): void {
    this.#version += 1
    this.#views.clear()
    for (const listener of this.#listeners) listener()
  }
}
