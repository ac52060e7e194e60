import { many, one } from '#server/platform/database/statement.ts'
import type { OwnAnswerWire } from '#shared/features/onboarding/contract.ts'

const columns = 'name, value, unix(answered_at) as answered_at'

export const listAnswers = many<[userId: number], OwnAnswerWire>(
  'list-onboarding-answers',
  `select ${columns} from onboarding_answers where user_id = $1 order by answered_at, name`,
)

/** The last choice holds; the same one again changes nothing. */
export const setAnswer = one<[userId: number, name: string, value: string, nowSeconds: number], OwnAnswerWire>(
  'set-onboarding-answer',
  `insert into onboarding_answers (user_id, name, value, answered_at) values ($1, $2, $3, to_timestamp($4::float8))
   on conflict (user_id, name) do update set value = excluded.value, 
     answered_at = case when onboarding_answers.value = excluded.value then onboarding_answers.answered_at else excluded.answered_at end
   returning ${columns}`,
)
