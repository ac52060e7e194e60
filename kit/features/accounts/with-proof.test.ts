import { beforeEach, expect, test, vi } from 'vitest'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { askForProof } from './ProofDialog.tsx'
import { prove, withProof } from './with-proof.ts'

vi.mock('#kit/request/request.ts')
vi.mock('./ProofDialog.tsx', () => ({ askForProof: vi.fn() }))

const refused = (code: string) => new RequestError('/user', new Response(null, { status: 403 }), { code })
const ways = (way: 'none' | 'password') =>
  vi.mocked(request).mockResolvedValue({
    data: { way, email: 'a•••@example.com', retry_after: 0 },
    headers: new Headers(),
    status: 200,
  })

beforeEach(() => vi.resetAllMocks())

test('what needs no proof is done at once', async () => {
  const act = vi.fn().mockResolvedValue({})
  expect(await withProof(act)).toBe(true)
  expect([act.mock.calls.length, vi.mocked(request).mock.calls.length]).toEqual([1, 0])
})

test('what needs one is repeated after it, and not for somebody who declines', async () => {
  ways('password')
  for (const isProven of [true, false]) {
    vi.mocked(askForProof).mockResolvedValue(isProven)
    const act = vi.fn().mockRejectedValueOnce(refused('proof_needed')).mockResolvedValue({})
    expect(await withProof(act)).toBe(isProven)
    expect(act).toHaveBeenCalledTimes(isProven ? 2 : 1)
  }
})

test('another refusal asks for nothing', async () => {
  await expect(withProof(() => Promise.reject(refused('last_admin')))).rejects.toMatchObject({ code: 'last_admin' })
  expect(askForProof).not.toHaveBeenCalled()
})

test('who has just proved who they are is not asked', async () => {
  ways('none')
  expect(await prove()).toBe(true)
  expect(askForProof).not.toHaveBeenCalled()
})
