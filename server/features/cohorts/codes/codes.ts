import { randomInt, randomUUID } from 'node:crypto'
import { codeLength, codeOf, codeCharacters, readCode, shownCode } from '#shared/features/cohorts/code-rules.ts'
import type { CodeWire } from '#shared/features/cohorts/code-calls.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { lockCohort } from '#server/features/streams/place-queries.ts'
import { checkDates, type CohortContext } from '../cohort-context.ts'
import { findCodes, findJoined, insertCode, setWithdrawn } from './queries.ts'

const shown = (code: CodeWire): CodeWire => ({ ...code, code: shownCode(code.code) })
const newCode = () => codeOf(Array.from({ length: codeLength }, () => randomInt(codeCharacters.length)))

const perPage = 20

/** A page of the codes of a cohort. */
export async function codesOfCohort(context: CohortContext<'GET /studio/cohorts/:id/codes'>) {
  const { db, user, params, query, setPage, refuse } = context
  const { page = 1, search = '' } = query
  const sought = { search: search.trim(), code: readCode(search) }
  const asked = { ...sought, cohortId: params.id, brandId: user.brandId, limit: perPage, offset: (page - 1) * perPage }
  const { codes, total } = (await findCodes(db, asked)) ?? refuse('not_found')
  setPage({ page, perPage, total })
  return codes.map(shown)
}

/** Makes a code by which learners join a cohort. */
export function makeCode(context: CohortContext<'POST /studio/cohorts/:id/codes'>) {
  const { db, now, user, params, body, refuse, idempotencyKey = randomUUID() } = context
  const { name = '', seats = null, ends_on: endsOn = null, is_demo: isDemo = false } = body
  checkDates({ ends_on: endsOn ?? undefined }, refuse)
  return db.inTransaction(async tx => {
    const cohort = (await lockCohort(tx, params.id, user.brandId)) ?? refuse('not_found')
    const wanted = { name: name.trim(), seats, endsOn, isDemo }
    const made = await insertCode(tx, {
      ...wanted,
      cohortId: params.id,
      code: newCode(),
      authorId: user.userId,
      clientKey: idempotencyKey,
      nowSeconds: now / 1000,
    })
    if (!made) return refuse('not_found')
    if (!made.isNew) return shown(made.code)
    // What was made already is answered also when it could not be made any more.
    if (cohort.isArchived) return refuse('course_archived')
    if (endsOn !== null && endsOn < todayIn(user.timezone, now)) refuse('code_ends_early', { fields: ['ends_on'] })
    const detail = { code_id: made.code.id, ...wanted }
    await writeAudit(tx, user, { action: 'code.add', targetType: 'cohort', targetId: params.id, detail })
    return shown(made.code)
  })
}

/** Lets nobody else join by a code. */
export function withdrawCode(context: CohortContext<'POST /studio/cohorts/:id/codes/:codeId/withdraw'>) {
  const { db, now, user, params, refuse } = context
  return db.inTransaction(async tx => {
    // Who is just joining by it has joined before it is withdrawn, or has not.
    if (!(await lockCohort(tx, params.id, user.brandId))) return refuse('not_found')
    const { code, isNew } = (await setWithdrawn(tx, params.id, params.codeId, now / 1000)) ?? refuse('not_found')
    const detail = { code_id: code.id, name: code.name }
    if (isNew)
      await writeAudit(tx, user, { action: 'code.withdraw', targetType: 'cohort', targetId: params.id, detail })
    return shown(code)
  })
}

/** Who joined by a code. */
export async function joinedByCode(context: CohortContext<'GET /studio/cohorts/:id/codes/:codeId/learners'>) {
  const { db, user, params, refuse } = context
  return ((await findJoined(db, params.codeId, user.brandId, params.id)) ?? refuse('not_found')).learners
}
