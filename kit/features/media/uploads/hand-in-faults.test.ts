import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import { FakeBrowser, type FakeTab, gated } from '#kit/queue/testing/fake-browser.ts'
import { FakeSchool, type Fate } from '#kit/queue/testing/fake-school.ts'
import { Outbox } from '#kit/outbox/waiting-writes.ts'
import { databaseWrites } from '#kit/outbox/write-store.ts'
import { FakeTransfers } from './testing/fake-transfers.ts'
import { openUploads, pngOf } from './testing/upload-tab.ts'
import { databaseUploads } from './upload-store.ts'
import type { Uploads } from './uploads.ts'

type Input = { body: { tag: number; text: string; file_ids?: number[] } }
type Step =
  | { do: 'hand in'; tab: number; files: number }
  | { do: 'pause' | 'resume'; tab: number; file: number }
  | { do: 'change' | 'retry'; tab: number; write: number }
  | { do: 'overtake'; write: number }
  | { do: 'kill'; tab: number }
  | { do: 'network'; isOffline: boolean }
  | { do: 'fates'; fates: Fate[] }
  | { do: 'cuts'; cuts: number }
  | { do: 'wait'; turns: number }
  | { do: 'time'; ms: number }

const tab = fc.nat(1)
const fate = fc.constantFrom<Fate[]>('ok', 'lost', 'unheard', 'broken after', 409, 500)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('hand in' as const), tab, files: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'resume'), tab, file: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('change' as const, 'retry'), tab, write: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('overtake' as const), write: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('kill' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('network' as const), isOffline: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fates' as const), fates: fc.array(fate, { maxLength: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cuts' as const), cuts: fc.nat(4) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), turns: fc.nat(25) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('time' as const), ms: fc.constantFrom(1500, 400_000) }) },
)

type Made = { tag: number; text: string; uploads: string[]; id?: number }
type Open = { tab: FakeTab; uploads: Uploads; outbox: Outbox }

/** A browser whose tabs upload and hand in files to one school. */
class Run {
  readonly browser: FakeBrowser
  readonly school: FakeSchool<Input>
  readonly transfers: FakeTransfers
  readonly made: Made[] = []
  /** Tags another device has handed in meanwhile. */
  readonly #overtaken = new Set<number>()
  readonly #userId: number
  readonly #open: Open[] = []

  constructor(userId: number, seed: number) {
    this.#userId = userId
    settings.userId = userId
    this.browser = new FakeBrowser(seed)
    this.school = new FakeSchool(this.browser)
    this.transfers = new FakeTransfers(this.browser)
    this.#open = [this.#start(), this.#start()]
  }

  #start(): Open {
    const { tab: opened, uploads } = openUploads(this.browser, {
      send: (upload, file, events) => this.transfers.send(opened, upload, file, events),
    })
    const outbox: Outbox = new Outbox({
      store: gated(databaseWrites, opened),
      send: ({ idempotencyKey, call, input }) => opened.gate(() => this.#post(idempotencyKey, call, input as Input)),
      exclusive: opened.exclusive,
      later: opened.later,
      userId: () => this.#userId,
      isOffline: () => this.browser.isOffline,
      announce: news =>
        opened.tell(news, (other, heard) => this.#open.find(one => one.tab === other)?.outbox.hear(heard)),
      attachments: async () => uploads,
      newKey: () => `${this.#userId}-${this.browser.random()}`,
      now: () => this.browser.now,
      random: this.browser.random,
    })
    void outbox.drain()
    return { tab: opened, uploads, outbox }
  }

  #post(key: string, call: string, input: Input) {
    if (this.#overtaken.has(input.body.tag) && !this.browser.isOffline) this.school.fates = [409]
    return this.school.take(key, call, input)
  }

  at(index: number): Open {
    const open = this.#open[index]
    if (!open) throw new Error('No such tab')
    return open
  }

  restart(index: number) {
    this.at(index).tab.kill()
    this.#open[index] = this.#start()
  }

  async take(one: Step): Promise<void> {
    if (one.do === 'network') this.#setNetwork(one.isOffline)
    else if (one.do === 'fates') this.school.fates = [...one.fates]
    else if (one.do === 'cuts') this.transfers.cuts = one.cuts
    else if (one.do === 'wait') await this.browser.pause(one.turns)
    else if (one.do === 'time') await this.browser.pass(one.ms)
    else if (one.do === 'overtake') this.#overtaken.add(one.write)
    else if (one.do === 'kill') this.restart(one.tab)
    else if (one.do === 'hand in') void this.#handIn(one.tab, one.files)
    else if ('file' in one) void this.#pause(one.do, one.tab, one.file)
    else if ('write' in one) void this.#decide(one.do, one.tab, this.made[one.write])
  }

  #setNetwork(isOffline: boolean) {
    this.browser.isOffline = isOffline
    for (const { uploads, outbox } of this.#open) {
      uploads.hurry()
      if (!isOffline) void outbox.drain()
    }
  }

  async #handIn(index: number, files: number) {
    const { uploads, outbox } = this.at(index)
    const made: Made = { tag: this.made.length, text: 'first', uploads: [] }
    this.made.push(made)
    for (let file = 0; file < files; file++) made.uploads.push(await uploads.start(pngOf(400 + file, made.tag + 1)))
    const input = { body: { tag: made.tag, text: made.text } }
    const { id } = await outbox.add('POST /x', input, { lane: 'homework', uploads: made.uploads, keepsRefused: true })
    made.id = id
  }

  async #pause(what: 'pause' | 'resume', index: number, file: number) {
    const id = this.made.flatMap(made => made.uploads)[file]
    const { uploads } = this.at(index)
    if (id) await (what === 'pause' ? uploads.pause(id) : uploads.resume([id]))
  }

  async #decide(what: 'change' | 'retry', index: number, made: Made | undefined) {
    if (made?.id === undefined) return
    const { outbox } = this.at(index)
    if (what === 'retry') return outbox.retry(made.id)
    const text = `changed ${this.school.tries}`
    const answer = await outbox.changeInput(made.id, { body: { tag: made.tag, text } })
    if (answer === 'changed') made.text = text
  }

  /** The learner returns: the device restarts online, and paused uploads continue. */
  async settle() {
    await this.browser.pause(60)
    this.school.fates = []
    this.transfers.cuts = 0
    for (const index of [0, 1]) this.restart(index)
    this.#setNetwork(false)
    const { uploads, outbox } = this.at(0)
    for (let round = 0; round < 6; round++) {
      await this.browser.pause(80)
      for (const upload of await databaseUploads.list(this.#userId))
        if (upload.isPaused) await uploads.resume([upload.id])
      await this.browser.pass(400_000)
      await outbox.drain()
    }
    return databaseWrites.list(this.#userId)
  }
}

test('offline, killed in mid-upload, edited, overtaken by another device: nothing is lost or doubled [HWK-11][MED-03][REL-02]', async () => {
  let userId = 10_000
  const counts = { arrived: 0, kept: 0, files: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 40 }), fc.nat(), async (steps, seed) => {
      userId += 1
      const run = new Run(userId, seed)
      for (const one of steps) await run.take(one)
      const left = await run.settle()
      const { taken } = run.school
      const tags = taken.map(one => one.input.body.tag)
      expect(new Set(tags).size, 'nothing arrives twice').toBe(tags.length)
      expect(left.filter(write => !write.refusal)).toEqual([])
      for (const { tag, id, text, uploads } of run.made) {
        if (id === undefined) continue
        const body = taken.find(one => one.input.body.tag === tag)?.input.body
        const kept = left.find(write => (write.input as Input).body.tag === tag)
        expect([body, kept].filter(Boolean), `${tag} is here or there`).toHaveLength(1)
        const files = uploads.map(upload => run.transfers.mediaOf(upload))
        counts[body ? 'arrived' : 'kept'] += 1
        counts.files += files.length
        expect(files.every(media => media?.isWhole)).toBe(true)
        if (body && !body.text.startsWith('changed')) expect(text).toBe('first')
        if (body) expect(body.file_ids ?? []).toEqual(files.map(media => media?.mediaId))
        if (kept) expect(kept.uploads ?? []).toEqual(uploads)
      }
      const arrived = run.made.filter(made => tags.includes(made.tag)).flatMap(made => made.uploads)
      const stored = (await databaseUploads.list(userId)).map(upload => upload.id)
      expect(
        stored.filter(upload => arrived.includes(upload)),
        'files leave the device with their write',
      ).toEqual([])
    }),
    { numRuns: 200 },
  )
  expect(Math.min(counts.arrived, counts.kept, counts.files)).toBeGreaterThan(10)
})
