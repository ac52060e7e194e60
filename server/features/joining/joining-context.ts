import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import type { joining } from '#shared/features/joining/contract.ts'

type Calls = (typeof joining)['calls']

/** The context of a joining call and what the calls need besides. */
export type In<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
export type Parts = { brands: Brands; jobs: Pick<JobQueue, 'send'>; codeKey: string }

export function nameOf(brands: Brands, brandId: string): string {
  return brandById(brands, brandId).site.name
}

/** The entered e-mail as accounts store it; refuses an invalid one. */
export function emailIn(text: string, refuse: (code: 'invalid_email', detail: { fields: string[] }) => never): string {
  const email = normalizeEmail(text)
  return emailErrors(email).errors.length ? refuse('invalid_email', { fields: ['email'] }) : email
}
