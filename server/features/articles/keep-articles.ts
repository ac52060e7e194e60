import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { articles } from '#shared/features/articles/contract.ts'
import {
  articleFault,
  articleIn,
  type ArticleTexts,
  articleState,
  mostFiles,
  publicationTime,
  writtenArticle,
} from '#shared/features/articles/rules.ts'
import type { ArticleFieldsWire } from '#shared/features/articles/wire.ts'
import { filesIn } from '#shared/features/courses/markdown/files.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { lockFiles } from './article-files.ts'
import {
  deleteArticle,
  findArticleByKey,
  insertArticle,
  lockArticle,
  lockPicture,
  setArticle,
  setPublication,
} from './staff-queries.ts'

type Calls = (typeof articles)['calls']
type On<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
type Adding = On<'POST /studio/clubs/:id/articles'>
type Changing = On<'PUT /studio/articles/:id'>

/** What was sent, in the form in which it is stored. */
const fieldsOf = ({ texts, picture_id, is_public, sort }: ArticleFieldsWire): ArticleFieldsWire => ({
  texts: writtenArticle(texts),
  picture_id,
  is_public,
  sort,
})

async function checkPicture(tx: Db, { user, refuse }: Adding | Changing, id: number | null) {
  if (id !== null && !(await lockPicture(tx, id, user.brandId))) refuse('not_found', { fields: ['picture_id'] })
}

/** What the texts show of the library; refused where it is too much, or not there. */
async function checkFiles(tx: Db, { user, refuse }: Adding | Changing, texts: ArticleTexts): Promise<number[]> {
  const shown = Object.entries(texts).map(([language, { body }]) => ({
    ids: filesIn(body),
    fields: [`texts.${language}.body`],
  }))
  const full = shown.find(({ ids }) => ids.length > mostFiles)
  if (full) refuse('too_many_files', { fields: full.fields })
  const all = [...new Set(shown.flatMap(({ ids }) => ids))]
  const found = all.length ? (await lockFiles(tx, all, user.brandId)).map(({ id }) => id) : []
  const missing = shown.find(({ ids }) => ids.some(id => !found.includes(id)))
  if (missing) refuse('no_such_file', { fields: missing.fields })
  return all
}

type Done = { action: string; id: number; texts: ArticleTexts }

function log(
  tx: Db,
  { user, caller }: Pick<Adding, 'user' | 'caller'>,
  { action, id, texts }: Done,
  more: object = {},
) {
  const detail = { title: articleIn(texts, caller.language)?.title ?? '', ...more }
  return writeAudit(tx, user, { action: `article.${action}`, targetType: 'article', targetId: id, detail })
}

/** Adds an article to a club as a draft, once for each Idempotency-Key. */
export function addArticle(context: Adding) {
  const { db, user, params, body, refuse, idempotencyKey = randomUUID() } = context
  const clientKey = `${user.userId} ${idempotencyKey}`
  const fields = fieldsOf(body)
  const fault = articleFault(fields.texts, true)
  if (fault?.code === 'title_needed') refuse('title_needed', { fields: [fault.field] })
  return db.inTransaction(async tx => {
    await checkPicture(tx, context, fields.picture_id)
    const { brandId } = user
    const texts = JSON.stringify(fields.texts)
    const files = await checkFiles(tx, context, fields.texts)
    const made = await insertArticle(tx, { ...fields, texts, files, clubId: params.id, brandId, clientKey })
    if (!made) return (await findArticleByKey(tx, params.id, brandId, clientKey)) ?? refuse('not_found')
    await log(tx, context, { action: 'add', id: made.id, texts: fields.texts })
    return made
  })
}

/** Changes an article; what is so already, as when it is sent again, is left. */
export function changeArticle(context: Changing) {
  const { db, user, params, body, refuse } = context
  const fields = fieldsOf(body)
  return db.inTransaction(async tx => {
    const known = (await lockArticle(tx, params.id, user.brandId)) ?? refuse('not_found')
    if (isDeepStrictEqual(fieldsOf(known), fields)) return { revision: known.revision }
    if (known.revision !== body.revision) refuse('changed_meanwhile')
    const fault = articleFault(fields.texts, known.published_at === null)
    if (fault) refuse(fault.code, { fields: [fault.field] })
    await checkPicture(tx, context, fields.picture_id)
    const files = await checkFiles(tx, context, fields.texts)
    const texts = JSON.stringify(fields.texts)
    const changed = await setArticle(tx, { ...fields, texts, files, id: known.id })
    await log(tx, context, { action: 'change', id: known.id, texts: fields.texts })
    return changed ?? refuse('not_found')
  })
}

const actionOf = { draft: 'withdraw', scheduled: 'schedule', published: 'publish' } as const

/** Publishes an article, now or at a time, or makes it a draft again. */
export function publishArticle(context: On<'PUT /studio/articles/:id/publication'>) {
  const { db, user, params, body, now, refuse } = context
  const seconds = secondsFromMs(now)
  return db.inTransaction(async tx => {
    const known = (await lockArticle(tx, params.id, user.brandId)) ?? refuse('not_found')
    const at = publicationTime(body, known.published_at, seconds)
    if (at === undefined) return refuse('article_time_past', { fields: ['at'] })
    const answer = { state: articleState(at, seconds), published_at: at }
    if (at === known.published_at) return answer
    if (at !== null && known.revision !== body.revision) refuse('changed_meanwhile')
    const fault = articleFault(known.texts, at === null)
    if (fault) refuse(fault.code, { fields: [fault.field] })
    await setPublication(tx, known.id, at)
    await log(tx, context, { action: actionOf[answer.state], id: known.id, texts: known.texts }, { at })
    return answer
  })
}

/** Removes an article. */
export function removeArticle(context: On<'DELETE /studio/articles/:id'>) {
  const { db, user, params, refuse } = context
  return db.inTransaction(async tx => {
    const known = (await lockArticle(tx, params.id, user.brandId)) ?? refuse('not_found')
    await deleteArticle(tx, known.id)
    await log(tx, context, { action: 'remove', id: known.id, texts: known.texts })
    return {}
  })
}
