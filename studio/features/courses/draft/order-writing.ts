import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { keepDraft, keptDraft } from '#kit/form/draft.ts'
import { request } from '#kit/request/request.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { createStore } from '#kit/ui/store.ts'
import { isDone } from '#shared/features/courses/draft.ts'
import type { DraftWire } from '#shared/features/courses/draft-fields.ts'
import { type Added, type Edit, type Parts, partsAfter, rootOf } from './draft-edits.ts'
import { editTo, mergeOrder, type Side } from './merge-order.ts'

export const draftQuery = (id: number) => callQuery('GET /studio/courses/:id/draft', { params: { id } })

/** An edit whose answer was lost, and the draft that the server has if it took it. */
type Unanswered = { edit: Edit; after: Parts }
/** What of the order is not saved yet: new parts, the draft before and after it, and what the server may have of it. */
type Unsaved = { base: Parts; mine: Parts; added: readonly Added[]; unanswered?: readonly Unanswered[] }
/** The order as somebody else has left it, and what holds the places that both have changed. */
export type OrderConflict = { theirs: DraftWire; holders: readonly string[] }
/** `isWaiting` while the order is kept on the device, for there is no network. */
type State = { isBusy: boolean; isWaiting?: true; conflict?: OrderConflict }
const tryAgainAfterMs = 5000

const isKept = (kept: unknown): kept is Unsaved =>
  typeof kept === 'object' && kept !== null && 'base' in kept && 'mine' in kept && 'added' in kept

/**
 * Saves changes of the order of one draft, one after the other. What somebody else has changed meanwhile is taken in; where both
 * have changed the same order, both are kept until the author chooses one. Without a network the order is kept on the device and
 * saved later. Both outlive a reload.
 */
export class OrderWriting {
  readonly state = createStore<State>({ isBusy: false })
  private queue: Promise<unknown> = Promise.resolve()
  private waiting = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Rises when all that waits is saved together, or kept. */
  private round = 0
  private queued: { edit: Edit; round: number }[] = []
  private base: Parts = []
  private added: readonly Added[] = []
  private unanswered: readonly Unanswered[] = []
  private readonly course: number

  constructor(course: number) {
    this.course = course
  }

  private get queryKey() {
    return draftQuery(this.course).queryKey
  }

  private get subject() {
    return `course ${this.course} order`
  }

  /**
   * Changes the order, at once on the screen; rejects, and shows what is there, when the server refuses. What has to be saved `now`
   * is refused without a network, too.
   */
  async change(edit: Edit, when: 'now' | 'later' = 'later'): Promise<void> {
    const draft = queryClient.getQueryData(this.queryKey)
    if (!draft) return
    const { conflict, isWaiting } = this.state.read()
    const isUnsaved = conflict !== undefined || isWaiting === true
    if (isUnsaved && when === 'now') throw new Error('What was changed before is not saved yet')
    if (this.waiting === 0 && !isUnsaved) this.base = draft.parts
    this.added = [...this.added, ...edit.added]
    // An answer that is on its way is of before.
    void queryClient.cancelQueries({ queryKey: this.queryKey })
    queryClient.setQueryData(this.queryKey, { ...draft, parts: partsAfter(draft.parts, edit) })
    if (isUnsaved) return this.keep()
    const own = { edit, round: this.round }
    this.queued.push(own)
    await this.next(async () => {
      this.queued = this.queued.filter(one => one !== own)
      if (own.round === this.round) await this.send(edit, when)
    })
  }

  /** Waits for what is being saved; answers whether all of it could be. */
  async saved(): Promise<boolean> {
    await this.queue.catch(() => undefined)
    const { conflict, isWaiting } = this.state.read()
    return conflict === undefined && !isWaiting
  }

  /** Looks whether an order was left unsaved before a reload. */
  resume(): void {
    const kept = keptDraft(this.subject, 'device')
    const draft = queryClient.getQueryData(this.queryKey)
    if (!isKept(kept) || !draft || this.waiting > 0) return
    void queryClient.cancelQueries({ queryKey: this.queryKey })
    queryClient.setQueryData(this.queryKey, { ...draft, parts: [...kept.mine] })
    const { conflict, isWaiting } = this.state.read()
    if (conflict || isWaiting) return
    this.base = kept.base
    this.added = kept.added
    this.unanswered = kept.unanswered ?? []
    this.meetLater(0)
  }

  /** Settles a conflict by the own order or that of the other one; new parts of both stay. */
  settle(by: Side): Promise<void> {
    return this.next(async () => {
      const { conflict } = this.state.read()
      if (!conflict) return
      try {
        await this.merge(conflict.theirs, by)
      } catch (error) {
        if (isGone(error)) this.end()
        throw error
      }
    })
  }

  /** Forgets what is unsaved, as the draft is over. */
  end(): void {
    clearTimeout(this.timer)
    this.added = []
    this.unanswered = []
    this.state.change(({ isBusy }) => ({ isBusy }))
    keepDraft(this.subject, 'device', undefined)
  }

  private async next(work: () => Promise<void>): Promise<void> {
    const done = this.queue.catch(() => undefined).then(work)
    this.queue = done
    this.waiting++
    this.state.change(now => ({ ...now, isBusy: true }))
    try {
      await done
    } catch (error) {
      await queryClient.invalidateQueries({ queryKey: this.queryKey })
      throw error
    } finally {
      this.waiting--
      if (this.waiting === 0) this.state.change(now => ({ ...now, isBusy: false }))
    }
  }

  private async send(edit: Edit, when: 'now' | 'later'): Promise<void> {
    const revision = queryClient.getQueryData(this.queryKey)?.revision ?? 0
    const rest = () => (this.added = this.added.filter(part => !edit.added.includes(part)))
    try {
      const next = await this.write(revision, edit, this.base)
      // An answer that is on its way is of before.
      void queryClient.cancelQueries({ queryKey: this.queryKey })
      queryClient.setQueryData(this.queryKey, draft => (draft ? { ...draft, revision: next } : draft))
      this.base = partsAfter(this.base, edit)
      rest()
    } catch (error) {
      if (when === 'later' && isOvertaken(error)) return await this.meetAgain()
      if (when === 'later' && isPassing(error)) return this.wait()
      if (isOvertaken(error)) return await this.meet().finally(rest)
      rest()
      throw error
    }
  }

  private async write(revision: number, edit: Edit, before: Parts): Promise<number> {
    const params = { id: this.course }
    try {
      const { data } = await request('POST /studio/courses/:id/draft/edits', { params, body: { revision, ...edit } })
      return data.revision
    } catch (error) {
      if (isPassing(error)) this.unanswered = [...this.unanswered, { edit, after: partsAfter(before, edit) }]
      throw error
    }
  }

  /** Keeps on the device what could not be sent; all that waits is sent with it. */
  private wait(): void {
    this.round++
    this.state.change(now => ({ ...now, isWaiting: true }))
    this.keep()
    this.meetLater(tryAgainAfterMs)
  }

  private meetLater(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.next(() => this.meetAgain()).catch(() => undefined), ms)
  }

  private async meetAgain(): Promise<void> {
    try {
      await this.meet()
    } catch (error) {
      if (isPassing(error)) return this.wait()
      this.end()
      throw error
    }
  }

  /** Takes in what somebody else has changed, and saves what is unsaved here. */
  private async meet(): Promise<void> {
    const { data } = await request('GET /studio/courses/:id/draft', { params: { id: this.course } })
    return this.merge(data)
  }

  private async merge(theirs: DraftWire, by?: Side): Promise<void> {
    const mine = queryClient.getQueryData(this.queryKey)?.parts ?? theirs.parts
    this.round++
    // A draft that was discarded and started again has other parts.
    if (rootOf(mine)?.id !== rootOf(theirs.parts)?.id) return this.take(theirs)
    const taken = this.unanswered.findLast(({ edit }) => isDone(theirs.parts, edit))
    const { parts, holders } = mergeOrder({ base: taken?.after ?? this.base, mine, theirs: theirs.parts }, by)
    if (holders.length > 0 && !by) {
      this.state.change(({ isBusy }) => ({ isBusy, conflict: { theirs, holders } }))
      return this.keep()
    }
    const edit = editTo(theirs.parts, parts, this.added)
    try {
      const isSame = edit.added.length + edit.placed.length === 0
      const revision = isSame ? theirs.revision : await this.write(theirs.revision, edit, theirs.parts)
      this.take({ ...theirs, revision, parts: partsAfter(theirs.parts, edit) })
    } catch (error) {
      if (!isOvertaken(error)) throw error
      await this.meet()
    }
  }

  /** Shows a draft as the server has it, and over it what has been changed since and is still to be sent. */
  private take(draft: DraftWire): void {
    const rest = this.queued.filter(({ round }) => round === this.round).map(({ edit }) => edit)
    this.base = draft.parts
    this.unanswered = []
    this.added = rest.flatMap(({ added }) => added)
    queryClient.setQueryData(this.queryKey, { ...draft, parts: rest.reduce(partsAfter, draft.parts) })
    this.state.change(({ isBusy }) => ({ isBusy }))
    keepDraft(this.subject, 'device', undefined)
  }

  private keep(): void {
    const mine = queryClient.getQueryData(this.queryKey)?.parts ?? []
    const { base, added, unanswered } = this
    keepDraft(this.subject, 'device', { base, mine, added, unanswered } satisfies Unsaved)
  }
}

const isGone = (error: unknown) => error instanceof RequestError && error.status === 404
const isOvertaken = (error: unknown) => error instanceof RequestError && error.code === 'draft_changed'
