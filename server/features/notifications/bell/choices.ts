import type { Brands } from '#server/features/brands/load-brands.ts'
import { brandsWithClubs } from '#server/features/clubs/club-school.ts'
import { type Db, many, run } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { notifications } from '#shared/features/notifications/contract.ts'
import type { NoticeChoiceWire } from '#shared/features/notifications/notice-calls.ts'
import {
  listedKinds,
  type ListedKind,
  type NoticeWay,
  usualWays,
  waysOf,
} from '#shared/features/notifications/notice-ways.ts'

type Calls = (typeof notifications)['calls']
type Choosing<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

const listChoices = many<[userId: number], { kind: ListedKind; way: NoticeWay }>(
  'list-notice-choices',
  'select kind, way from notice_choices where user_id = $1',
)

const setChoice = run<[userId: number, kind: ListedKind, way: NoticeWay]>(
  'set-notice-choice',
  `insert into notice_choices (user_id, kind, way) values ($1, $2, $3)
   on conflict (user_id, kind) do update set way = excluded.way`,
)

/** Chooses the list alone where e-mails were chosen, and devices alone where all ways were, or are usual; another choice stays. */
const replaceLetters = run<[userId: number, kind: ListedKind, usual: NoticeWay]>(
  'replace-letters',
  `insert into notice_choices (user_id, kind, way) select u.id, $2, case when $3::text = 'all' then 'push' else 'list' end from users u
    where u.id = $1 and ($3::text in ('letter', 'all') or exists (select from notice_choices c where c.user_id = u.id and c.kind = $2))
   on conflict (user_id, kind) do update set way = case when notice_choices.way = 'all' then 'push' else 'list' end
     where notice_choices.way in ('letter', 'all')`,
)

/** Sends a person no more e-mails of a kind; what happens is listed as before. */
export async function endLetters(db: Db, userId: number, kind: ListedKind): Promise<void> {
  await replaceLetters(db, userId, kind, usualWays[kind])
}

const ofClubs: readonly ListedKind[] = ['article', 'mention']

export async function listOwnChoices(
  { db, user }: Choosing<'GET /user-notice-choices'>,
  brands: Brands,
): Promise<NoticeChoiceWire[]> {
  const hasClubs = brandsWithClubs(brands).includes(user.brandId)
  const chosen = new Map((await listChoices(db, user.userId)).map(({ kind, way }) => [kind, way]))
  return listedKinds
    .filter(kind => hasClubs || !ofClubs.includes(kind))
    .map(kind => ({ kind, way: chosen.get(kind) ?? usualWays[kind], ways: waysOf(kind) }))
}

export async function choose({ db, user, body: { kind, way }, refuse }: Choosing<'PUT /user-notice-choices'>) {
  if (!waysOf(kind).includes(way)) return refuse('invalid_input', { fields: ['way'] })
  await setChoice(db, user.userId, kind, way)
  return {}
}

const usual = JSON.stringify(usualWays)

/** SQL: by which way the person of a notice that is listed wants to hear of it. */
const wayOf = (notice: string) => `coalesce(
  (select c.way from notice_choices c where c.user_id = ${notice}.user_id and c.kind = ${notice}.kind), '${usual}'::jsonb ->> ${notice}.kind)`

/** SQL: whether a notice that is listed goes by a way: its person wants it, and of an announcement its school, too. */
export const goesBy = (way: 'push' | 'letter', notice: string) =>
  `(${wayOf(notice)} in ('${way}', 'all') and coalesce((${notice}.data ->> 'by_${way}')::boolean, true))`
