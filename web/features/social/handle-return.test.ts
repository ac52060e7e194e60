import { expect, test } from 'vitest'
import { socialReturnIn } from './handle-return.tsx'

const origin = 'https://school.example'

test('a return reports the outcome and cleans the address [ACC-31, ACC-32]', () => {
  const back = socialReturnIn(`${origin}/user/points?x=1&action=login&method=google&status=success&token=abc#part`)
  expect(back).toEqual({
    found: { source: 'google', status: 'success', token: 'abc', code: 'unknown_error', message: '' },
    rest: `${origin}/user/points?x=1#part`,
  })
  expect(socialReturnIn(`${origin}/?action=login&method=facebook&status=success&token=abc#_=_`)?.rest).toBe(
    `${origin}/`,
  )
})

test('an address without it is not a return [ACC-31]', () => {
  expect(socialReturnIn(`${origin}/?action=logout&status=success&token=abc`)).toBeUndefined()
  expect(socialReturnIn(`${origin}/auto-login?token=abc`)).toBeUndefined()
})

test('only our own failure codes and words are accepted, since anybody can write an address [ACC-34, SEC-06]', () => {
  const found = (query: Record<string, string>) =>
    socialReturnIn(`${origin}/?${new URLSearchParams({ action: 'login', status: 'fail', ...query })}`)?.found
  expect(found({ method: 'vkontakte', errorCode: 'login_no_link', errorMessage: 'Call +1 555' })).toMatchObject({
    source: 'vkontakte',
    code: 'login_no_link',
    message: '',
  })
  expect(found({ method: '<b>', errorCode: 'your_account_is_hacked', errorMessage: '<img src=x>' })).toMatchObject({
    source: undefined,
    code: 'unknown_error',
    message: '',
  })
  expect(found({ errorCode: 'unknown_error', errorMessage: 'attempt_over' })).toMatchObject({ message: 'attempt_over' })
})
