import { one, run } from '#server/platform/database/statement.ts'
import type { FirstStepsWire, TodayWire } from '#shared/features/today/contract.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { LetterProblem } from '#shared/features/today/rules.ts'

type Cohort = Omit<TodayWire['cohorts'][number], 'course_title'> & { course_id: number; course_version: number }
type Reported = Omit<TodayWire['reported'][number], 'title'> & { titles: Partial<Record<Language, string>> }
type Found = Pick<TodayWire, 'reviews' | 'chats_waiting' | 'requests_waiting'> & {
  cohorts: Cohort[]
  reported: Reported[]
}

/** What waits in a brand, and the cohorts that start from one date to another. */
export const findToday = one<[brandId: string, nowSeconds: number, from: string, until: string], Found>(
  'find-today',
  `with own as materialized (select id, version from courses where brand_id = $1)
   select
     (select json_build_object('waiting', count(*)::int, 'overdue', (count(*) filter (where a.due_at < to_timestamp($2)))::int)
        from homework_attempts a join user_homeworks h on h.id = a.user_homework_id
        join user_streams us on us.id = h.user_stream_id
       where a.verdict is null and a.replaced_at is null and us.course_id in (select id from own)) as reviews,
     (select count(*)::int from chats k where k.course_id in (select id from own) and k.waiting_since is not null) as chats_waiting,
     (select count(*)::int from support_requests r where r.brand_id = $1 and r.waiting_since is not null) as requests_waiting,
     (select coalesce(json_agg(json_build_object('club_id', w.id, 'titles', w.titles, 'messages', w.messages) order by w.since, w.id), '[]')
        from (select c.id, c.titles, count(distinct m.id)::int as messages, min(p.created_at) as since
          from club_reports p join club_messages m on m.id = p.message_id join communities c on c.id = m.community_id
          where p.handled_at is null and c.brand_id = $1 group by c.id order by since, c.id limit 20) w) as reported,
     (select coalesce(json_agg(row_to_json(n) order by n.starts_on, n.id), '[]') from (
        select s.id, s.starts_on, s.course_id, own.version as course_version,
          (select count(*)::int from user_streams us where us.stream_id = s.id and not us.is_demo) as learners_count
          from streams s join own on own.id = s.course_id
         where s.starts_on between $3::date and $4::date order by s.starts_on, s.id limit 50) n) as cohorts`,
)

type Steps = Pick<FirstStepsWire, 'has_course' | 'has_cohort' | 'has_learner' | 'has_payment'> & {
  letter: FirstStepsWire['letter'] | null
}

/** Which first steps are done in a brand; the letter is null before the first one. */
export const findFirstSteps = one<[brandId: string], Steps>(
  'find-first-steps',
  `with own as materialized (select id from courses where brand_id = $1)
   select
     exists (select from course_versions v where v.course_id in (select id from own)) as has_course,
     exists (select from streams s where s.course_id in (select id from own)) as has_cohort,
     exists (select from user_streams us where us.course_id in (select id from own) and not us.is_demo) as has_learner,
     exists (select from payment_accounts a where a.brand_id = $1 and a.is_active
       and exists (select from ledger_entries e where e.account_id = a.id and e.kind = 'payment')) as has_payment,
     (select json_build_object('asked_at', unix(t.asked_at), 'sent_at', unix(t.sent_at), 'opened_at', unix(t.opened_at),
        'problem', t.problem, 'detail', t.detail) from test_letters t where t.brand_id = $1) as letter`,
)

/** Notes that a test e-mail is wanted; that one arrived before stays known. */
export const askForLetter = run<[brandId: string, nowSeconds: number]>(
  'ask-for-test-letter',
  `insert into test_letters as t (brand_id, asked_at) values ($1, to_timestamp($2))
   on conflict (brand_id) do update set asked_at = excluded.asked_at, token_hash = null, sent_at = null, problem = null,
     detail = ''`,
)

export const setLetterSecret = run<[brandId: string, tokenHash: Buffer]>(
  'set-test-letter-secret',
  'update test_letters set token_hash = $2 where brand_id = $1',
)

export const setLetterSent = run<[brandId: string, nowSeconds: number]>(
  'set-test-letter-sent',
  `update test_letters set sent_at = to_timestamp($2), problem = null, detail = '' where brand_id = $1`,
)

export const setLetterFailed = run<[brandId: string, problem: LetterProblem, detail: string]>(
  'set-test-letter-failed',
  'update test_letters set problem = $2, detail = $3 where brand_id = $1',
)

/** Notes that the link was opened; 0 for that of no letter, or of an earlier one. */
export const setLetterOpened = run<[brandId: string, tokenHash: Buffer, nowSeconds: number]>(
  'set-test-letter-opened',
  `update test_letters set opened_at = coalesce(opened_at, to_timestamp($3)) where brand_id = $1 and token_hash = $2`,
)

/** Whom the test e-mail goes to. */
export const findOwnAddress = one<[userId: number], { email: string; language: 'en' | 'ru' | 'es' }>(
  'find-own-address',
  'select email, language_code as language from users where id = $1 and email is not null',
)
