import { randomUUID } from 'node:crypto'
import { many, one } from '#server/platform/database/statement.ts'
import type { PhraseWire } from '#shared/features/chat/contract.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { ChatContext } from './chat-place.ts'

const selectPhrases = many<[userId: number], PhraseWire>(
  'list-phrases',
  'select id, shortcut, text, sort from saved_phrases where user_id = $1 order by sort, id',
)

const insertPhrase = one<
  [userId: number, shortcut: string, text: string, sort: number, clientKey: string],
  PhraseWire & { isNew: boolean }
>(
  'insert-phrase',
  `insert into saved_phrases as known (user_id, shortcut, text, sort, client_key) values ($1, $2, $3, $4, $5)
   on conflict (user_id, client_key) do update set user_id = known.user_id
   returning id, shortcut, text, sort, xmax = 0 as "isNew"`,
)

const updatePhrase = one<[id: number, userId: number, shortcut: string, text: string, sort: number | null], PhraseWire>(
  'update-phrase',
  `update saved_phrases set shortcut = $3, text = $4, sort = coalesce($5::int, sort) where id = $1 and user_id = $2
   returning id, shortcut, text, sort`,
)

const deletePhrase = one<[id: number, userId: number], { id: number }>(
  'delete-phrase',
  'delete from saved_phrases where id = $1 and user_id = $2 returning id',
)

/** One's own phrases, in their order. */
export function listPhrases({ db, user }: ChatContext<'GET /studio/phrases'>): Promise<PhraseWire[]> {
  return selectPhrases(db, user.userId)
}

/** Saves a phrase; sent again with its key it stays one. */
export async function addPhrase(context: ChatContext<'POST /studio/phrases'>): Promise<PhraseWire> {
  const { db, user, body, refuse, idempotencyKey = randomUUID() } = context
  return db.inTransaction(async tx => {
    const made = await insertPhrase(tx, user.userId, body.shortcut, body.text, body.sort ?? 0, idempotencyKey)
    if (!made) return refuse('unavailable')
    const { isNew, ...phrase } = made
    if (isNew) await writeAudit(tx, user, { action: 'phrase.add', targetType: 'phrase', targetId: phrase.id })
    return phrase
  })
}

export async function changePhrase(context: ChatContext<'PUT /studio/phrases/:id'>): Promise<PhraseWire> {
  const { db, user, params, body, refuse } = context
  return db.inTransaction(async tx => {
    const changed = await updatePhrase(tx, params.id, user.userId, body.shortcut, body.text, body.sort ?? null)
    if (!changed) return refuse('not_found')
    await writeAudit(tx, user, { action: 'phrase.change', targetType: 'phrase', targetId: changed.id })
    return changed
  })
}

export async function removePhrase({ db, user, params, refuse }: ChatContext<'DELETE /studio/phrases/:id'>) {
  return db.inTransaction(async tx => {
    const gone = await deletePhrase(tx, params.id, user.userId)
    if (!gone) return refuse('not_found')
    await writeAudit(tx, user, { action: 'phrase.remove', targetType: 'phrase', targetId: gone.id })
    return {}
  })
}
