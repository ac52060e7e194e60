import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FakeBrowser, FakeTab, gated } from '#kit/queue/testing/fake-browser.ts'
import { FakeSchool, type Fate } from '#kit/queue/testing/fake-school.ts'
import { Outbox } from './waiting-writes.ts'
import { databaseWrites } from './write-store.ts'

type Input = { body: { tag: number; version: number } }
type Step =
  | { do: 'write'; tab: number; lane: number; keeps: boolean }
  | { do: 'change' | 'retry' | 'discard'; tab: number; write: number }
  | { do: 'kill' | 'drain'; tab: number }
  | { do: 'network'; isOffline: boolean }
  | { do: 'fates'; fates: Fate[] }
  | { do: 'wait'; turns: number }
  | { do: 'time'; ms: number }

const fate = fc.constantFrom<Fate[]>('ok', 'ok', 'lost', 'unheard', 'broken after', 429, 409, 500, 401)
const tab = fc.nat(1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), tab, lane: fc.nat(2), keeps: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('change' as const, 'retry', 'discard'), tab, write: fc.nat(9) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('kill' as const, 'drain'), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('network' as const), isOffline: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fates' as const), fates: fc.array(fate, { maxLength: 5 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), turns: fc.nat(12) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('time' as const), ms: fc.constantFrom(500, 3500, 400_000) }) },
)

/** What the test knows of a write that it made. */
type Made = { tag: number; lane: number; id?: number; version: number; keeps: boolean; isDiscarded?: boolean }

/** One browser with two tabs over one server, driven by steps that do not wait for each other. */
class Run {
  readonly browser: FakeBrowser
  readonly school: FakeSchool<Input>
  readonly made: Made[] = []
  /** Tags that were refused, so that their place in the order is their owner's choice. */
  readonly refused = new Set<number>()
  readonly #userId: number
  readonly #outboxes = new Map<FakeTab, Outbox>()
  #tabs: FakeTab[] = []

  constructor(userId: number, seed: number) {
    this.#userId = userId
    this.browser = new FakeBrowser(seed)
    this.school = new FakeSchool(this.browser)
    this.#tabs = [this.#open(), this.#open()]
  }

  #open(): FakeTab {
    const opened = new FakeTab(this.browser)
    const outbox = new Outbox({
      store: gated(databaseWrites, opened),
      send: async ({ idempotencyKey, call, input }) =>
        opened.gate(() => this.#post(idempotencyKey, call, input as Input)),
      exclusive: opened.exclusive,
      later: opened.later,
      userId: () => this.#userId,
      isOffline: () => this.browser.isOffline,
      announce: news => opened.tell(news, (other, heard) => this.#outboxes.get(other)?.hear(heard)),
      attachments: () => Promise.reject(new Error('No uploads')),
      newKey: () => `${this.#userId}-${this.browser.random()}`,
      now: () => this.browser.now,
      random: this.browser.random,
    })
    this.#outboxes.set(opened, outbox)
    outbox.onDropped(({ write }) => this.refused.add((write.input as Input).body.tag))
    void outbox.drain()
    return opened
  }

  #post(key: string, call: string, input: Input) {
    const isRefused = this.school.fates[0] === 409
    if (isRefused && !this.browser.isOffline) this.refused.add(input.body.tag)
    return this.school.take(key, call, input)
  }

  outbox(index: number): Outbox {
    const outbox = this.#outboxes.get(this.#tabs[index] as FakeTab)
    if (!outbox) throw new Error('No such tab')
    return outbox
  }

  async take(one: Step): Promise<void> {
    if (one.do === 'network') this.browser.isOffline = one.isOffline
    else if (one.do === 'fates') this.school.fates = [...one.fates]
    else if (one.do === 'wait') await this.browser.pause(one.turns)
    else if (one.do === 'time') await this.browser.pass(one.ms)
    else if (one.do === 'drain') void this.outbox(one.tab).drain()
    else if (one.do === 'kill') this.restart(one.tab)
    else if (one.do === 'write') void this.#write(one.tab, one.lane, one.keeps)
    else if ('write' in one) void this.#decide(one.do, one.tab, this.made[one.write])
  }

  restart(index: number) {
    this.#tabs[index]?.kill()
    this.#tabs[index] = this.#open()
  }

  async #write(index: number, lane: number, keepsRefused: boolean) {
    const made: Made = { tag: this.made.length, lane, version: 0, keeps: keepsRefused }
    this.made.push(made)
    const input = { body: { tag: made.tag, version: 0 } }
    const { id } = await this.outbox(index).add('POST /x', input, { lane: lane ? `lane ${lane}` : '', keepsRefused })
    made.id = id
  }

  async #decide(what: 'change' | 'retry' | 'discard', index: number, made: Made | undefined) {
    if (made?.id === undefined || made.isDiscarded) return
    if (what === 'retry') return this.outbox(index).retry(made.id)
    if (what === 'discard') {
      made.isDiscarded = true
      return this.outbox(index).discard(made.id)
    }
    const version = this.made.length + this.school.tries + 1
    const answer = await this.outbox(index).changeInput(made.id, { body: { tag: made.tag, version } })
    if (answer === 'changed') made.version = version
  }

  /** All is well again: the device is started again and everything has its time. */
  async settle(): Promise<WaitingView[]> {
    await this.browser.pause(60)
    this.browser.isOffline = false
    this.school.fates = []
    this.restart(0)
    this.restart(1)
    for (let round = 0; round < 4; round++) {
      await this.browser.pause(60)
      await this.browser.pass(400_000)
      await this.outbox(0).drain()
    }
    return (await databaseWrites.list(this.#userId)).map(write => ({
      tag: (write.input as Input).body.tag,
      isRefused: write.refusal !== undefined,
    }))
  }
}

type WaitingView = { tag: number; isRefused: boolean }

function judge(run: Run, left: WaitingView[]) {
  const tags = run.school.taken.map(one => one.input.body.tag)
  expect(new Set(tags).size, 'nothing arrives twice').toBe(tags.length)
  expect(
    left.filter(one => !one.isRefused),
    'nothing waits for no reason',
  ).toEqual([])
  for (const { tag, id, version, keeps, isDiscarded } of run.made) {
    const arrivedAs = run.school.taken.find(one => one.input.body.tag === tag)?.input.body.version
    const isKept = left.some(one => one.tag === tag)
    expect(arrivedAs !== undefined && isKept, `${tag} is here or there`).toBe(false)
    // A write whose tab was killed before it was told of may be there or not; nobody counts on it.
    if (id === undefined || isDiscarded) continue
    const wasDropped = !keeps && run.refused.has(tag)
    expect(arrivedAs !== undefined || isKept || wasDropped, `${tag} is not lost`).toBe(true)
    if (arrivedAs !== undefined) expect(arrivedAs, `${tag} says what it was changed to`).toBeGreaterThanOrEqual(version)
  }
  for (const lane of [0, 1, 2]) {
    const sent = run.made.filter(made => made.lane === lane && made.id !== undefined && !run.refused.has(made.tag))
    const ids = tags.flatMap(tag => sent.find(made => made.tag === tag)?.id ?? [])
    expect(ids, `lane ${lane} keeps its order`).toEqual([...ids].sort((one, other) => one - other))
  }
}

test('whatever is cut, killed, refused or edited, every write arrives once or is kept in sight [HWK-11][REL-02]', async () => {
  let userId = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.nat(), async (steps, seed) => {
      userId += 1
      const run = new Run(userId, seed)
      for (const one of steps) await run.take(one)
      judge(run, await run.settle())
    }),
    { numRuns: 200, endOnFailure: false },
  )
})
