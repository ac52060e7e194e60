import { beforeEach, expect, test, vi } from 'vitest'
import type { Copy } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { logOut, replaceSession } from './end-session.ts'
import { keepReturnUrl, keepToken } from './session.ts'
import { untold } from '#web/platform/analytics.ts'
import { takeOver } from './take-over.ts'

vi.mock('#kit/request/request.ts')
vi.mock('#kit/ui/layers/QuestionDialog.tsx')
vi.mock('./end-session.ts')
vi.mock('./session.ts')

const words: string[] = []
const t = ((key: string, values: object = {}) => {
  words.push(`${key} ${Object.values(values).join()}`)
  return key
}) as Copy
const holder = { name: 'Ada', email: 'a•••@example.com', is_own: false, is_known_device: false }
let offered: Partial<typeof holder>

function answers(name: string): object {
  if (name === 'POST /auth/transfer-token-holder') return { ...holder, ...offered }
  if (name === 'GET /user') return { id: 1, name: 'Eva', email: 'eva@example.com' }
  return { token: 'a new session' }
}

beforeEach(() => {
  vi.resetAllMocks()
  words.length = 0
  untold.length = 0
  offered = {}
  settings.token = null
  vi.mocked(request).mockImplementation(async name => ({ data: answers(name), headers: new Headers(), status: 200 }))
})

const spent = () => vi.mocked(request).mock.calls.some(([name]) => name === 'POST /auth/exchange-transfer-token')

test('a signed-out person is asked whether the account is theirs; who declines spends nothing and stays signed out', async () => {
  vi.mocked(confirm).mockResolvedValue(false)
  await takeOver('a link', '/user', t)
  expect(words).toContain('accounts.enter.text Ada, a•••@example.com')
  expect(spent()).toBe(false)
  expect(keepToken).not.toHaveBeenCalled()
  expect(keepReturnUrl).not.toHaveBeenCalled()
})

test('one press goes on, and the sign-in is counted [ANL-01]', async () => {
  vi.mocked(confirm).mockResolvedValue(true)
  await takeOver('a link', '/user', t)
  expect(keepToken).toHaveBeenCalledWith('a new session')
  expect(keepReturnUrl).toHaveBeenCalledWith('/user')
  expect(untold).toEqual([{ name: 'login', method: 'link' }])
})

test('in a browser where the owner has signed in before nobody is asked', async () => {
  offered = { is_known_device: true }
  await takeOver('a link', null, t)
  expect(confirm).not.toHaveBeenCalled()
  expect(keepToken).toHaveBeenCalledWith('a new session')
})

test('one’s own link replaces the session without a question; somebody else’s asks, also in a browser that knows them', async () => {
  settings.token = 'a session'
  offered = { is_own: true }
  await takeOver('a link', null, t)
  expect(confirm).not.toHaveBeenCalled()
  expect(replaceSession).toHaveBeenCalledWith('a new session')
  expect(untold, 'who goes on was signed in already').toEqual([])
  offered = { is_known_device: true }
  vi.mocked(confirm).mockResolvedValue(false)
  await takeOver('a link', null, t)
  expect(words).toContain('accounts.switch.text Eva, eva@example.com,Ada, a•••@example.com')
  expect(logOut).not.toHaveBeenCalled()
})
