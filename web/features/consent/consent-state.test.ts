import { beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { essentialOnly, everything } from '#shared/features/consent/rules.ts'
import { beforeSignOut } from '#web/features/accounts/session.ts'
import { consent, decide, syncWithAccount } from './consent-state.ts'

vi.mock('#kit/request/request.ts')
vi.mock('#kit/features/brands/site.ts', () => ({ site: () => ({ config: { isCookieConsentEnable: true } }) }))

type Policy = { analytics: boolean; marketing: boolean; decided_at: number | null }
const account: { policy: Policy; waiting: (() => void)[] } = {
  policy: { ...essentialOnly, decided_at: null },
  waiting: [],
}

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('dispatchEvent', () => true)
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  Object.assign(settings, { token: 'token', userId: 7 })
  Object.assign(account, { policy: { ...essentialOnly, decided_at: null }, waiting: [] })
  consent.change(() => undefined)
})

/** An account that stores at once, and answers what it has stored when it is told to. */
function answerSlowly() {
  vi.mocked(request).mockImplementation(async (name: string, input?: unknown) => {
    if (!name.startsWith('POST')) return { data: account.policy, headers: new Headers(), status: 200 }
    const { body } = input as { body: Policy }
    account.policy = body
    await new Promise<void>(done => account.waiting.push(done))
    return { data: body, headers: new Headers(), status: 200 }
  })
}

test('a decision made while an earlier one is on its way stays, on the device and in the account [CON-05]', async () => {
  answerSlowly()
  const first = decide(everything)
  await vi.waitUntil(() => account.waiting.length === 1)
  const second = decide(essentialOnly)
  account.waiting[0]?.()
  await first
  expect(consent.read()).toMatchObject(essentialOnly)
  await vi.waitUntil(() => account.waiting.length === 2)
  account.waiting[1]?.()
  await second
  expect(consent.read()).toEqual({ ...essentialOnly, decidedAt: 1_800_000_001, userId: 7 })
  expect(account.policy).toMatchObject(essentialOnly)
})

test('a decision on its way is finished before the session ends, and none is sent after', async () => {
  answerSlowly()
  const decided = decide(everything)
  await vi.waitUntil(() => account.waiting.length === 1)
  let isOver = false
  const goodbye = Promise.all([...beforeSignOut].map(tell => tell())).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(1000)
  expect(isOver).toBe(false)
  account.waiting[0]?.()
  await Promise.all([decided, goodbye])
  settings.token = null
  vi.mocked(request).mockClear()
  await syncWithAccount(7)
  expect(request).not.toHaveBeenCalled()
})
