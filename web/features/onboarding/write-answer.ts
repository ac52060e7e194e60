import { request } from '#kit/request/request.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { isTextField, type OnboardingQuestion, textFields } from '#shared/features/onboarding/rules.ts'

export type Step = () => Promise<void>
type Keep = (user: Partial<UserWire>) => void

/** Sets a password where there is none. Sent again after an answer was lost, the same one is the current one already. */
async function setPassword(password: string, keep: Keep): Promise<void> {
  const body = { password, password_repeat: password, current_password: password }
  await request('POST /user/update-password', { body })
  keep({ has_password: true })
}

async function setField(body: { name?: string; last_name?: string; city?: string; birthday?: string }, keep: Keep) {
  keep((await request('POST /user', { body, isMultipart: true })).data)
}

async function update(body: { email?: string; status?: number }, keep: Keep): Promise<void> {
  keep((await request('POST /user/update-user', { body })).data)
}

/**
 * What an answer has to be written by, in order. Each step may be made twice. `password` is the generated one, where e-mail
 * and password are one question; `status` how far the chat is then.
 */
export function stepsOf(
  { type, name, withGeneratedPassword }: OnboardingQuestion,
  value: string,
  { password, status, keep }: { password: string; status: number | undefined; keep: Keep },
): Step[] {
  const steps: Step[] = []
  if (type === 'text' && isTextField(name)) steps.push(() => setField({ [textFields[name]]: value }, keep))
  if (type === 'date') steps.push(() => setField({ birthday: value }, keep))
  if (type === 'email') steps.push(() => update({ email: value }, keep))
  if (type === 'email' && withGeneratedPassword) steps.push(() => setPassword(password, keep))
  if (type === 'password') steps.push(() => setPassword(value, keep))
  return [...steps, ...statusSteps(status, keep)]
}

/** Tells how far the chat is, if there is news of it. */
export function statusSteps(status: number | undefined, keep: Keep): Step[] {
  return status === undefined ? [] : [() => update({ status }, keep)]
}
