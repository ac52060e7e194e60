import type { Context } from '#server/platform/http/routes.ts'
import type { homework } from '#shared/features/homework/contract.ts'

type HomeworkCalls = (typeof homework)['calls']

/** What a handler of one of the calls of homework is given. */
export type HomeworkContext<Name extends keyof HomeworkCalls & string> = Context<Name, HomeworkCalls[Name]>

type Told = Pick<HomeworkContext<'GET /homework'>, 'live' | 'user'>

/** Tells those who have the learner's chat open, and the brand's staff, that a submission changed; after the commit. */
export function tellOfReview({ live, user }: Told, chatId: number, reviewId: number) {
  live.nudge(`chat:${chatId}`)
  live.signal(`desk:${user.brandId}`, 'review', { review_id: reviewId })
}
