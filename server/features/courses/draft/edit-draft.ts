import { takeIntoLibrary } from '#server/features/media/queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import {
  afterEdit,
  type DraftKind,
  draftFieldsOf,
  isDone,
  keyOfPart,
  partIdPattern,
} from '#shared/features/courses/draft.ts'
import type { DraftChangeWire, DraftFields } from '#shared/features/courses/draft-fields.ts'
import { tellAuthors } from './draft-authors.ts'
import { mediaIn } from './draft-media.ts'
import type { Authoring } from './draft.ts'
import {
  editDraft,
  findDraftPart,
  listDoubled,
  listDraftNodes,
  listUsableMedia,
  lockDraft,
  lockUsableMedia,
  setDraftContent,
} from './draft-queries.ts'

/** Changes the order of a draft; a change that arrived before is answered as it was then. */
export async function changeDraft(context: Authoring<'POST /studio/courses/:id/draft/edits'>) {
  const { db, user, params, body, refuse } = context
  const changed = await db.inTransaction(async tx => {
    const draft = (await lockDraft(tx, params.id, user.brandId)) ?? refuse('not_found')
    const nodes = await listDraftNodes(tx, params.id)
    if (draft.revision !== body.revision)
      return isDone(nodes, body) ? { revision: draft.revision } : refuse('draft_changed')
    if (isRepeated(body, new Set(nodes.map(({ id }) => id))) || !afterEdit(nodes, body)) refuse('part_misplaced')
    const added = await withContent(tx, body.added, user.brandId)
    if (added.length < body.added.length) refuse('part_misplaced')
    await checkFields(tx, added, context)
    const change = { added: JSON.stringify(added), placed: JSON.stringify(body.placed) }
    return (await editDraft(tx, { courseId: params.id, userId: user.userId, ...change })) ?? refuse('not_found')
  })
  tellAuthors(context, params.id, changed.revision)
  return changed
}

type Added = DraftChangeWire['added'][number]

/** Whether a part would be there twice, or is named twice. */
function isRepeated({ added, placed }: DraftChangeWire, known: ReadonlySet<string>): boolean {
  const isTwice = (ids: string[]) => new Set(ids).size < ids.length
  return (
    added.some(({ id }) => known.has(id)) || isTwice(added.map(({ id }) => id)) || isTwice(placed.map(({ id }) => id))
  )
}

/** New parts with their keys and what they say; without those that double a part which is not there. */
async function withContent(tx: Db, added: readonly Added[], brandId: string) {
  const doubled = added.flatMap(({ doubles }) => doubles ?? [])
  const known = new Map(
    (doubled.length ? await listDoubled(tx, brandId, doubled) : []).map(one => [one.id, one.content]),
  )
  return added.flatMap(({ id, kind, parent_id, sort, content = {}, doubles }) => {
    const said = doubles === undefined ? {} : known.get(doubles)
    return said ? [{ id, kind, parent_id, sort, key: keyOfPart(kind, id), content: { ...said, ...content } }] : []
  })
}

/** One part whole. */
export async function readPart(context: Authoring<'GET /studio/courses/:id/draft/parts/:part'>) {
  const part = (await partOf(context)) ?? context.refuse('not_found')
  const ids = mediaIn(part.content).map(({ id }) => id)
  return { ...part, media: ids.length ? await listUsableMedia(context.db, context.user.brandId, ids) : [] }
}

/** Changes what a part says. */
export function changePart(context: Authoring<'PATCH /studio/courses/:id/draft/parts/:part'>) {
  const { db, user, params, body, refuse } = context
  return db.inTransaction(async tx => {
    const { id, kind } = (await partOf({ ...context, db: tx })) ?? refuse('not_found')
    const { revision, content } = body
    await checkFields(tx, [{ kind, content }], context)
    const change = { courseId: params.id, id, revision, content: JSON.stringify(content), userId: user.userId }
    return (await setDraftContent(tx, change)) ?? refuse('draft_changed')
  })
}

type OfPart = Pick<Authoring<'GET /studio/courses/:id/draft/parts/:part'>, 'user' | 'params'> & { db: Db }

const isPartId = (text: string) => new RegExp(partIdPattern).test(text)

async function partOf({ db, user, params }: OfPart) {
  return isPartId(params.part) ? findDraftPart(db, params.id, user.brandId, params.part) : undefined
}

type Checking = {
  user: { userId: number; brandId: string }
  refuse(code: 'field_of_other_part' | 'file_unknown', detail: { fields: string[] }): never
}

type Said = { kind: DraftKind; content: DraftFields }

/** Refuses fields that a kind of part lacks, and files that are not the school's; what the author uploaded becomes so. */
async function checkFields(tx: Db, parts: readonly Said[], { user, refuse }: Checking): Promise<void> {
  const strange = parts.flatMap(({ kind, content }) => {
    const known: readonly string[] = draftFieldsOf[kind]
    return Object.keys(content).filter(name => !known.includes(name))
  })
  if (strange.length) refuse('field_of_other_part', { fields: strange.map(name => `content.${name}`) })
  const media = parts.flatMap(({ content }) => mediaIn(content))
  if (media.length === 0) return
  const ids = media.map(({ id }) => id)
  await takeIntoLibrary(tx, user.userId, ids)
  const types = new Map((await lockUsableMedia(tx, user.brandId, ids)).map(({ id, type }) => [id, type]))
  const unknown = media.filter(({ id, type }) => types.get(id) !== type)
  if (unknown.length) refuse('file_unknown', { fields: unknown.map(({ field }) => `content.${field}`) })
}
