import type { Brands } from '#server/features/brands/load-brands.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { support } from '#shared/features/support/contract.ts'

type SupportCalls = (typeof support)['calls']

/** The context of a support call. */
export type SupportContext<Name extends keyof SupportCalls & string> = Context<Name, SupportCalls[Name]>

/** What the support calls need besides. */
export type SupportParts = { brands: Brands; jobs: Pick<JobQueue, 'send'> }

/** Repeats a write while another request is adding the same message, until there is one to return. */
export async function untilSettled<Result>(write: () => Promise<Result>, isSettled: (result: Result) => boolean) {
  let result = await write()
  for (let again = 0; again < 2 && !isSettled(result); again++) result = await write()
  return result
}

/** How many messages to support a person may write in how many seconds. */
export const pace = { seconds: 600, messages: 10 } as const
