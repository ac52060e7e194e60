type Timer = { at: number; then: () => void; tab: FakeTab }
type Turn = { tab: FakeTab; start: () => void }

/** What the tabs of one browser share: the network, the clock, locks and what they tell each other. */
export class FakeBrowser {
  isOffline = false
  now = 1_000_000
  readonly tabs = new Set<FakeTab>()
  readonly #locks = new Map<string, Turn[]>()
  #timers: Timer[] = []
  #seed: number

  constructor(seed = 1) {
    this.#seed = seed
  }

  /** From 0 to 1, the same in every run of a seed. */
  random = (): number => {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2 ** 31
    return this.#seed / 2 ** 31
  }

  /** Lets others go first, a few turns of the event loop. */
  async pause(turns = Math.floor(this.random() * 3)): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve))
  }

  /** Lets time pass, in ms: what was to happen by then happens. */
  async pass(ms: number): Promise<void> {
    this.now += ms
    const due = this.#timers.filter(timer => timer.at <= this.now)
    this.#timers = this.#timers.filter(timer => timer.at > this.now)
    for (const timer of due) timer.then()
    await this.pause(3)
  }

  hasTimers = () => this.#timers.length > 0

  addTimer(tab: FakeTab, ms: number, then: () => void): () => void {
    const timer = { at: this.now + ms, then, tab }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter(one => one !== timer)
    }
  }

  /** A lock as browsers have them: one at a time in the order of asking, and free when its tab is gone. */
  async lock(tab: FakeTab, name: string, work: () => Promise<void>): Promise<void> {
    const queue = this.#locks.get(name) ?? []
    this.#locks.set(name, queue)
    await new Promise<void>(start => {
      queue.push({ tab, start })
      if (queue.length === 1) start()
    })
    try {
      await work()
    } finally {
      queue.shift()
      queue[0]?.start()
    }
  }

  closed(tab: FakeTab) {
    this.tabs.delete(tab)
    this.#timers = this.#timers.filter(timer => timer.tab !== tab)
    for (const queue of this.#locks.values()) {
      const wasFirst = queue[0]?.tab === tab
      queue.splice(0, queue.length, ...queue.filter(turn => turn.tab !== tab))
      if (wasFirst) queue[0]?.start()
    }
  }
}

/** A tab that can be killed at any moment: from then on nothing in it goes on, though what it began may happen. */
export class FakeTab {
  readonly browser: FakeBrowser
  #isAlive = true

  constructor(browser: FakeBrowser) {
    this.browser = browser
    browser.tabs.add(this)
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  kill(): void {
    this.#isAlive = false
    this.browser.closed(this)
  }

  /** Something that the tab waits for, and may be killed before or after. */
  async gate<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    await this.browser.pause()
    await this.#alive()
    const outcome = await Promise.resolve()
      .then(work)
      .then(
        value => ({ value }),
        (error: unknown) => ({ error }),
      )
    await this.browser.pause()
    await this.#alive()
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  exclusive = (name: string, work: () => Promise<void>): Promise<void> =>
    this.#isAlive ? this.browser.lock(this, name, work) : new Promise(() => {})

  later = (ms: number, then: () => void): (() => void) => this.browser.addTimer(this, ms, then)

  /** Tells every other tab, a moment later. */
  tell<News>(news: News, hear: (tab: FakeTab, news: News) => void): void {
    for (const tab of this.browser.tabs) {
      if (tab !== this) setImmediate(() => tab.isAlive && hear(tab, structuredClone(news)))
    }
  }

  #alive(): Promise<void> | undefined {
    return this.#isAlive ? undefined : new Promise(() => {})
  }
}

/** The members of a store of promises, each behind the tab's gate. */
export function gated<Store extends object>(store: Store, tab: FakeTab): Store {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function'
        ? (...input: unknown[]) => tab.gate(() => Reflect.apply(member, target, input))
        : member
    },
  })
}
