import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { type EmailOptions, emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import type { joining } from '#shared/features/joining/contract.ts'

type Calls = (typeof joining)['calls']

/** The context of a joining call and what the calls need besides. */
export type In<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
export type Parts = { brands: Brands; jobs: Pick<JobQueue, 'send'>; codeKey: string }

export function nameOf(brands: Brands, brandId: string): string {
  return brandById(brands, brandId).site.name
}

type RefuseEmail = (code: 'invalid_email', detail: { fields: string[] }) => never

/** The entered e-mail as accounts store it; refuses an invalid one, by the brand's `rules` where it is to be new. */
export function emailIn(text: string, refuse: RefuseEmail, rules: EmailOptions = {}): string {
  const email = normalizeEmail(text)
  return emailErrors(email, rules).errors.length ? refuse('invalid_email', { fields: ['email'] }) : email
}
