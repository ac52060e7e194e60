import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { keepDraft, keptDraft } from '#kit/form/draft.ts'
import { request } from '#kit/request/request.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { createStore } from '#kit/ui/store.ts'
import type { DraftFields, DraftPartWire } from '#shared/features/courses/draft-fields.ts'
import { isSame, withSent } from '#studio/platform/writing/unanswered.ts'

export const partQuery = (id: number, part: string) =>
  callQuery('GET /studio/courses/:id/draft/parts/:part', { params: { id, part } })

type State = {
  /** What is written here and not saved yet. */
  pending: DraftFields
  /** What these fields said, at which revision, when the author began to change them. */
  base: { revision: number; fields: DraftFields }
  /** What was sent since then, without an answer yet: the server may have taken any of it. */
  sent: readonly DraftFields[]
  phase: 'saved' | 'waiting' | 'saving' | 'offline' | 'refused' | 'conflict' | 'gone'
  /** What the server says is wrong, by field. */
  errors: Record<string, string[]>
  /** What somebody else has written meanwhile. */
  theirs?: DraftFields
}

const fileFields = ['image', 'background', 'demoVideo', 'media', 'videos']
const saveAfterMs = 700
const tryAgainAfterMs = 5000
const isEmpty = (fields: DraftFields) => Object.keys(fields).length === 0
const nothing = { revision: 0, fields: {} }
/** Some of the fields of a part, by name. */
export const fieldsOf = (content: DraftFields, names: readonly string[]): DraftFields =>
  Object.fromEntries(Object.entries(content).filter(([name]) => names.includes(name)))

/** What fields say that nobody had written in, as far as that can be told by what is written in them now. */
function unwritten(fields: DraftFields): DraftFields {
  const isText = (value: object) => Object.values(value).every(text => typeof text === 'string')
  const before = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [[name, []]]
    if (typeof value === 'object' && value !== null && isText(value)) return [[name, {}]]
    return typeof value === 'boolean' ? [[name, false]] : []
  })
  return Object.fromEntries(before)
}

export type Saved = { part: DraftPartWire; before: DraftFields; isHistory: boolean }

/** Whether this is what was kept of an earlier visit; what was sent then is unknown of what was kept before it was written down. */
function isKept(kept: unknown): kept is Pick<State, 'pending' | 'base'> & Partial<Pick<State, 'sent'>> {
  if (typeof kept !== 'object' || kept === null || !('pending' in kept) || !('base' in kept)) return false
  const { base } = kept
  return typeof base === 'object' && base !== null && 'revision' in base && 'fields' in base
}

/**
 * Saves what an author writes in one part, a moment after the last key. What is not saved outlives a reload; what somebody
 * else has changed in the same field meanwhile is shown beside it and chosen by the author.
 */
export class PartWriting {
  readonly state = createStore<State>({ pending: {}, base: nothing, sent: [], phase: 'saved', errors: {} })
  private timer: ReturnType<typeof setTimeout> | undefined
  private saving = Promise.resolve()
  private readonly course: number
  private readonly id: string
  private readonly onSaved: (saved: Saved) => void
  private isHistory = true

  constructor(course: number, id: string, onSaved: (saved: Saved) => void) {
    this.course = course
    this.id = id
    this.onSaved = onSaved
    const kept = keptDraft(this.subject, 'device')
    if (!isKept(kept)) return
    this.state.change(state => ({ ...state, ...kept, phase: 'waiting' }))
    this.saveAfter(saveAfterMs)
  }

  private get subject() {
    return `course ${this.course} ${this.id}`
  }

  /** Changes fields; those of the history are not written down to be undone once more. */
  change(fields: DraftFields, from: 'author' | 'history' = 'author'): void {
    if (isEmpty(fields)) return
    this.isHistory = from === 'history'
    const { content = {}, revision = 0 } = queryClient.getQueryData(partQuery(this.course, this.id).queryKey) ?? {}
    this.state.change(state => {
      const isNew = isEmpty(state.pending)
      const before = fieldsOf(content, Object.keys(fields))
      const base = isNew
        ? { revision, fields: before }
        : { revision: state.base.revision, fields: { ...before, ...state.base.fields } }
      return { ...state, base, pending: { ...state.pending, ...fields }, phase: 'waiting', errors: {} }
    })
    this.keep()
    this.saveAfter(from === 'author' ? saveAfterMs : 0)
  }

  /** Settles a conflict: with what is written here, or with what the other one has written. */
  settle(by: 'mine' | 'theirs'): void {
    const { content = {}, revision = 0 } = queryClient.getQueryData(partQuery(this.course, this.id).queryKey) ?? {}
    this.state.change(({ theirs: _theirs, ...state }) =>
      by === 'theirs'
        ? { ...state, pending: {}, base: nothing, sent: [], phase: 'saved' }
        : {
            ...state,
            base: { revision, fields: fieldsOf(content, Object.keys(state.pending)) },
            sent: [],
            phase: 'waiting',
          },
    )
    this.keep()
    if (by === 'mine') this.saveAfter(0)
  }

  private keep(): void {
    const { pending, base, sent } = this.state.read()
    keepDraft(this.subject, 'device', isEmpty(pending) ? undefined : { pending, base, sent })
  }

  private saveAfter(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.save(), ms)
  }

  /** Saves what is written now, after what is being saved. */
  save(): Promise<void> {
    clearTimeout(this.timer)
    this.saving = this.saving.then(() => this.saveNow())
    return this.saving
  }

  private async saveNow(): Promise<void> {
    const { pending, phase } = this.state.read()
    if (isEmpty(pending) || phase === 'conflict') return
    this.state.change(state => ({ ...state, sent: withSent(state.sent, pending), phase: 'saving' }))
    this.keep()
    try {
      await this.send(pending)
    } catch (error) {
      this.fail(error)
    }
  }

  private async send(fields: DraftFields): Promise<void> {
    const query = partQuery(this.course, this.id)
    const part = await queryClient.ensureQueryData(query)
    const { base } = this.state.read()
    const { revision } = await this.write(base.revision, fields)
    const isOld = queryClient.isFetching({ queryKey: query.queryKey }) > 0
    // What is on its way may say what was there before.
    void queryClient.cancelQueries({ queryKey: query.queryKey })
    const now = queryClient.getQueryData(query.queryKey) ?? part
    const saved = { ...now, revision, content: { ...now.content, ...fields } }
    queryClient.setQueryData(query.queryKey, saved)
    const before = { ...unwritten(fields), ...fieldsOf(base.fields, Object.keys(fields)) }
    this.onSaved({ part: saved, before, isHistory: this.isHistory })
    this.finish(fields, saved)
    // What is told of the files is the server's.
    if (isOld || fileFields.some(name => name in fields))
      void queryClient.invalidateQueries({ queryKey: query.queryKey })
  }

  private async write(revision: number, content: DraftFields): Promise<{ revision: number }> {
    const params = { id: this.course, part: this.id }
    try {
      return (await request('PATCH /studio/courses/:id/draft/parts/:part', { params, body: { revision, content } }))
        .data
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'draft_changed') throw error
      return this.overtaken(content)
    }
  }

  /** Somebody was faster: other fields are taken from them, the same ones are shown to the author. */
  private async overtaken(fields: DraftFields): Promise<{ revision: number }> {
    const theirs = await queryClient.fetchQuery({ ...partQuery(this.course, this.id), staleTime: 0 })
    const names = Object.keys(fields)
    const is = fieldsOf(theirs.content, names)
    // The answer to an earlier attempt was lost.
    if (isSame(is, fieldsOf(fields, Object.keys(is)))) return { revision: theirs.revision }
    const { base, sent } = this.state.read()
    const isOwn = [{}, ...sent].some(said => isSame(is, fieldsOf({ ...base.fields, ...said }, names)))
    if (isOwn) return this.write(theirs.revision, fields)
    this.state.change(state => ({ ...state, phase: 'conflict', theirs: is }))
    throw new Conflict()
  }

  private finish(sent: DraftFields, { content, revision }: DraftPartWire): void {
    this.state.change(state => {
      const rest = Object.entries(state.pending).filter(
        ([name, value]) => !isSame(value, sent[name as keyof DraftFields]),
      )
      const base = {
        revision,
        fields: fieldsOf(
          content,
          rest.map(([name]) => name),
        ),
      }
      const phase = rest.length ? 'waiting' : 'saved'
      return { ...state, pending: Object.fromEntries(rest), base, sent: [], phase, errors: {} }
    })
    this.keep()
    if (!isEmpty(this.state.read().pending)) this.saveAfter(saveAfterMs)
  }

  private fail(error: unknown): void {
    if (error instanceof Conflict) return
    if (error instanceof RequestError && error.status === 404)
      return this.state.change(state => ({ ...state, phase: 'gone' }))
    if (error instanceof RequestError && !isPassing(error)) {
      const { errors = { content: [error.reason] } } = error
      return this.state.change(state => ({ ...state, phase: 'refused', errors }))
    }
    this.state.change(state => ({ ...state, phase: 'offline' }))
    this.saveAfter(tryAgainAfterMs)
  }
}

class Conflict extends Error {}
