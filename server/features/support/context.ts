import type { Brands } from '#server/features/brands/load-brands.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { support } from '#shared/features/support/contract.ts'

type SupportCalls = (typeof support)['calls']

/** What a handler of one of support's calls is given. */
export type SupportContext<Name extends keyof SupportCalls & string> = Context<Name, SupportCalls[Name]>

/** What the calls of support need beside it. */
export type SupportParts = { brands: Brands; jobs: Pick<JobQueue, 'send'> }

/** Does a write again whose message was added by another at the same time, and which therefore has none to show. */
export async function untilSettled<Result>(write: () => Promise<Result>, isSettled: (result: Result) => boolean) {
  let result = await write()
  for (let again = 0; again < 2 && !isSettled(result); again++) result = await write()
  return result
}

/** In how many seconds a person may write how many messages to support. */
export const pace = { seconds: 600, messages: 10 } as const
