import { randomUUID } from 'node:crypto'
import { keptText } from '#shared/features/chat/rules.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { askedOf, type LearnerContext } from './learner-context.ts'
import { deleteNote, findNotes, insertNote, lockNote, setNote } from './queries.ts'

const perPage = 20

/** A page of the notes about a learner. */
export async function notesOf(context: LearnerContext<'GET /studio/learners/:id/notes'>) {
  const { db, query, setPage, refuse } = context
  const { page = 1 } = query
  const asked = { ...askedOf(context), limit: perPage, offset: (page - 1) * perPage }
  const { notes, total } = (await findNotes(db, asked)) ?? refuse('not_found')
  setPage({ page, perPage, total })
  return notes
}

/**
 * Adds a note about a learner for other staff. It is data about the learner: the export of their data has it, and it is erased
 * with them. The author's export has it too; when the author is erased it stays, without a name.
 */
export function addNote(context: LearnerContext<'POST /studio/learners/:id/notes'>) {
  const { db, user, body, now, refuse, params, idempotencyKey = randomUUID() } = context
  const text = keptText(body.text)
  if (text === '') refuse('invalid_input', { fields: ['text'] })
  return db.inTransaction(async tx => {
    const written = { text, clientKey: idempotencyKey, nowSeconds: now / 1000 }
    const made = await insertNote(tx, { ...askedOf(context), ...written })
    if (!made) return refuse('not_found')
    const { note, isNew } = made
    const detail = { note_id: note.id }
    if (isNew) await writeAudit(tx, user, { action: 'note.add', targetType: 'user', targetId: params.id, detail })
    return note
  })
}

/** Changes the caller's own note; the same text again changes nothing. */
export function changeNote(context: LearnerContext<'PUT /studio/learners/:id/notes/:noteId'>) {
  const { db, user, body, now, refuse, params } = context
  const text = keptText(body.text)
  if (text === '') refuse('invalid_input', { fields: ['text'] })
  return db.inTransaction(async tx => {
    const held = (await lockNote(tx, { ...askedOf(context), noteId: params.noteId })) ?? refuse('not_found')
    if (!held.isOwn) return refuse('note_of_others')
    const changed = (await setNote(tx, params.noteId, text, now / 1000)) ?? refuse('not_found')
    const detail = { note_id: params.noteId }
    if (held.text !== text)
      await writeAudit(tx, user, { action: 'note.change', targetType: 'user', targetId: params.id, detail })
    return changed.note
  })
}

/** Deletes the caller's own note, or an administrator anybody's. */
export function removeNote(context: LearnerContext<'DELETE /studio/learners/:id/notes/:noteId'>) {
  const { db, user, refuse, params } = context
  return db.inTransaction(async tx => {
    const held = (await lockNote(tx, { ...askedOf(context), noteId: params.noteId })) ?? refuse('not_found')
    if (!held.isOwn && user.role !== 'admin') return refuse('note_of_others')
    await deleteNote(tx, params.noteId)
    const detail = { note_id: params.noteId }
    await writeAudit(tx, user, { action: 'note.remove', targetType: 'user', targetId: params.id, detail })
    return {}
  })
}
