import { queryClient } from '#kit/cache/query-client.ts'
import { createStore } from '#kit/ui/store.ts'
import type { DraftFields, DraftHeadWire, DraftPartWire } from '#shared/features/courses/draft-fields.ts'
import { type Edit, inverse } from './draft-edits.ts'
import { draftQuery, OrderWriting } from './order-writing.ts'
import { fieldsOf, PartWriting, partQuery, type Saved } from './part-writing.ts'

type PartStep = { part: string; content: DraftFields }
/** One step that can be taken back: a change of the order, or of what parts say. */
type Step = { order: Edit } | { parts: PartStep[] }
type History = { undo: Step[]; redo: Step[] }

const mostSteps = 200

/** What an author does to one draft: changes of the order one after the other, the writing of each part, and the way back. */
class DraftWriting {
  readonly history = createStore<History>({ undo: [], redo: [] })
  readonly orders: OrderWriting
  private readonly parts = new Map<string, PartWriting>()
  private readonly course: number

  constructor(course: number) {
    this.course = course
    this.orders = new OrderWriting(course)
  }

  part(id: string): PartWriting {
    const known = this.parts.get(id)
    if (known) return known
    const writing = new PartWriting(this.course, id, saved => this.remember(saved))
    this.parts.set(id, writing)
    return writing
  }

  /** Changes fields of a part that need not be open; answers whether they could be saved at once. */
  async write(id: string, fields: DraftFields): Promise<boolean> {
    await queryClient.ensureQueryData(partQuery(this.course, id))
    const part = this.part(id)
    part.change(fields)
    await part.save()
    return part.state.read().phase === 'saved'
  }

  /** Changes fields of several parts in one step; answers whether all of it could be saved at once. */
  async writeAll(changes: readonly (PartStep & { before: DraftFields })[]): Promise<boolean> {
    const saved = await Promise.all(
      changes.map(async ({ part: id, content }) => {
        await queryClient.ensureQueryData(partQuery(this.course, id))
        const part = this.part(id)
        part.change(content, 'history')
        await part.save()
        return part.state.read().phase === 'saved'
      }),
    )
    const parts = changes.map(({ part, before }) => ({ part, content: before }))
    if (parts.length) this.push({ parts })
    return saved.every(Boolean)
  }

  private push(step: Step): void {
    this.history.change(now => ({ ...now, undo: [...now.undo, step].slice(-mostSteps), redo: [] }))
  }

  /** Saves what is still being written in any part; answers whether all of it could be. */
  async saveAll(): Promise<boolean> {
    const isOrdered = await this.orders.saved()
    await Promise.all([...this.parts.values()].map(part => part.save()))
    return isOrdered && this.unsavedPart() === undefined
  }

  /** A part of which something is not saved: without a network, refused, or changed by somebody else. Of one that is gone nothing is. */
  unsavedPart(): string | undefined {
    const isUnsaved = (part: PartWriting) => !['saved', 'gone'].includes(part.state.read().phase)
    return [...this.parts].find(([, part]) => isUnsaved(part))?.[0]
  }

  /** Changes the order, and remembers how to take that back; see `OrderWriting.change`. */
  order(edit: Edit, when?: 'now'): Promise<void> {
    return this.send(edit, back => this.push(back), when)
  }

  undo(): Promise<void> {
    return this.goBack('undo', 'redo')
  }

  redo(): Promise<void> {
    return this.goBack('redo', 'undo')
  }

  private async goBack(from: 'undo' | 'redo', to: 'undo' | 'redo'): Promise<void> {
    const step = this.history.read()[from].at(-1)
    if (!step) return
    this.history.change(now => ({ ...now, [from]: now[from].slice(0, -1) }))
    const remember = (back: Step) => this.history.change(now => ({ ...now, [to]: [...now[to], back] }))
    if ('order' in step) return this.send(step.order, remember)
    try {
      // A part that was written long ago may have left the memory.
      await Promise.all(step.parts.map(({ part }) => queryClient.ensureQueryData(partQuery(this.course, part))))
    } catch (error) {
      this.history.change(now => ({ ...now, [from]: [...now[from], step] }))
      throw error
    }
    remember({ parts: step.parts.map(one => this.rewrite(one)) })
  }

  private rewrite({ part, content }: PartStep): PartStep {
    const now = queryClient.getQueryData(partQuery(this.course, part).queryKey)
    this.part(part).change(content, 'history')
    return { part, content: now ? fieldsOf(now.content, Object.keys(content)) : {} }
  }

  private remember({ part, before, isHistory }: Saved): void {
    queryClient.setQueryData(draftQuery(this.course).queryKey, draft =>
      draft ? { ...draft, parts: draft.parts.map(one => (one.id === part.id ? headOf(one, part) : one)) } : draft,
    )
    if (isHistory) return
    this.push({ parts: [{ part: part.id, content: before }] })
  }

  /** The step that takes the edit back is remembered at once, so that a quick hand takes back this one and none before it. */
  private async send(edit: Edit, remember: (back: Step) => void, when?: 'now'): Promise<void> {
    if (edit.added.length === 0 && edit.placed.length === 0) return
    const draft = queryClient.getQueryData(draftQuery(this.course).queryKey)
    if (!draft) return
    const back = { order: inverse(draft.parts, edit) }
    remember(back)
    try {
      await this.orders.change(edit, when)
    } catch (error) {
      this.forget(back)
      throw error
    }
  }

  private forget(step: Step): void {
    const without = (steps: Step[]) => steps.filter(one => one !== step)
    this.history.change(now => ({ ...now, undo: without(now.undo), redo: without(now.redo) }))
  }
}

function headOf(head: DraftHeadWire, { content, revision }: DraftPartWire): DraftHeadWire {
  const { text = {}, links: _l, excerpt: _e, criteria: _c, solution: _s, ...shown } = content
  const written = Object.entries(text).flatMap(([language, words]) => (words.trim() ? [language] : []))
  return { ...head, revision, content: shown, text_languages: written }
}

const all = new Map<number, DraftWriting>()

/** The writing of a course's draft, which goes on while the author looks at other screens. */
export function writingOf(course: number): DraftWriting {
  const writing = all.get(course) ?? new DraftWriting(course)
  all.set(course, writing)
  return writing
}

/** Forgets a draft that has been published or thrown away. */
export function endWriting(course: number): void {
  writingOf(course).orders.end()
  all.delete(course)
  queryClient.removeQueries({ queryKey: draftQuery(course).queryKey })
}
