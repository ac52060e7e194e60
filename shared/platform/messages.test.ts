import { expect, test } from 'vitest'
import { errorMessage, fieldErrors } from './messages.ts'

const failed = (response: unknown) => Object.assign(new Error('Request /x failed with status 422'), { response })

test.each([
  ['the answer’s message first', failed({ message: 'Taken', errors: { email: ['Other'] } }), 'Taken'],
  ['the message under data', failed({ data: { message: 'Taken' }, headers: {} }), 'Taken'],
  [
    'the fields’ messages',
    failed({ errors: { email: ['Taken', 'Too long'], name: ['Short'] } }),
    'Taken, Too long, Short',
  ],
  ['a list of errors', { errors: ['One', { message: 'Two' }] }, 'One, Two'],
  ['an error that is a list', [{ message: 'One' }, 'Two'], 'One, Two'],
  ['name and message', failed({ message: ' ' }), 'Error: Request /x failed with status 422'],
  ['name and message of a plain error', new TypeError('Failed to fetch'), 'TypeError: Failed to fetch'],
  ['an error without message', new Error(''), 'Unknown error'],
  ['nothing', undefined, 'Unknown error'],
  ['a text', 'boom', 'Unknown error'],
  ['an empty list', [], 'Unknown error'],
])('reads %s [REQ-05]', (_, error, message) => {
  expect(errorMessage(error, 'Unknown error')).toBe(message)
})

test('gives each refused field its messages, or nothing when no field was named [ACC-04]', () => {
  expect(fieldErrors(failed({ errors: { email: ['Taken'], password: 'Wrong' } }))).toEqual({
    email: ['Taken'],
    password: ['Wrong'],
  })
  expect(fieldErrors(failed({ message: 'No' }))).toBeUndefined()
  expect(fieldErrors(failed({ errors: {} }))).toBeUndefined()
  expect(fieldErrors(new Error('No network'))).toBeUndefined()
})
