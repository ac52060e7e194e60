import { isDeepStrictEqual } from 'node:util'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { one } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { clubs } from '#shared/features/clubs/contract.ts'
import { emptyField, questionsIn, type Question, writtenQuestions } from '#shared/features/clubs/faq.ts'
import { titleIn } from '#shared/features/clubs/titles.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { ownedClubs, type Titles } from './queries.ts'

type Calls = (typeof clubs)['calls']
type On<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
type FaqRow = { titles: Titles; questions: Question[]; revision: number }

/** SQL: a club with its questions; revision 0 before any were written. */
const faq = `select c.titles, coalesce(f.questions, '[]') as questions, coalesce(f.revision, 0) as revision
  from communities c left join club_faqs f on f.community_id = c.id where c.id = $id and c.brand_id = $brandId`

type Named = { id: number; brandId: string }

/** The questions of a club that is `userId`’s at `now` (Unix seconds), or that they run. */
const findOwnFaq = one<Named & { userId: number; isStaff: boolean; now: number }, FaqRow>(
  'find-own-faq',
  `${faq} and not c.is_hidden and ($isStaff::boolean or c.id = any (coalesce(${ownedClubs}, '{}')))`,
)

const findFaq = one<Named, FaqRow>('find-faq', faq)

/** Holds a club until the end of the transaction; what its questions are is read after that. */
const holdClub = one<Named, { id: number }>(
  'hold-club',
  'select id from communities where id = $id and brand_id = $brandId for no key update',
)

/** Keeps the questions of a club that is held. */
export const setFaq = one<{ id: number; questions: string }, { revision: number }>(
  'set-faq',
  `insert into club_faqs as f (community_id, questions) values ($id, $questions)
   on conflict (community_id) do update set questions = excluded.questions, revision = f.revision + 1 returning revision`,
)

/** The questions of a member’s club, in their language. */
export async function readFaq({ db, user, params, caller, now, refuse }: On<'GET /clubs/:id/faq'>) {
  const { userId, brandId, role } = user
  const reader = { userId, brandId, isStaff: role === 'admin', now: secondsFromMs(now) }
  const { questions } = (await findOwnFaq(db, { ...reader, id: params.id })) ?? refuse('not_found')
  return { questions: questionsIn(questions, caller.language) }
}

/** The questions of a club as staff edit them. */
export async function readFaqForStaff({ db, user, params, caller, refuse }: On<'GET /studio/clubs/:id/faq'>) {
  const { titles, ...row } = (await findFaq(db, { id: params.id, brandId: user.brandId })) ?? refuse('not_found')
  return { ...row, title: titleIn(titles, caller.language) }
}

/** Changes the questions of a club; what is so already, as when it is sent again, is left. */
export function changeFaq({ db, user, params, body, caller, refuse }: On<'PUT /studio/clubs/:id/faq'>) {
  const questions = writtenQuestions(body.questions)
  return db.inTransaction(async tx => {
    const named = { id: params.id, brandId: user.brandId }
    if (!(await holdClub(tx, named))) refuse('not_found')
    const known = (await findFaq(tx, named)) ?? refuse('not_found')
    if (isDeepStrictEqual(known.questions, questions)) return { revision: known.revision }
    if (known.revision !== body.revision) refuse('changed_meanwhile')
    const empty = emptyField(questions)
    if (empty) refuse('question_incomplete', { fields: [empty] })
    const set = (await setFaq(tx, { id: params.id, questions: JSON.stringify(questions) })) ?? refuse('not_found')
    const detail = { title: titleIn(known.titles, caller.language), questions: questions.length }
    await writeAudit(tx, user, { action: 'club.faq', targetType: 'club', targetId: params.id, detail })
    return set
  })
}
