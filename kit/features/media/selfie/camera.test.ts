import { expect, test } from 'vitest'
import { cameraFailureOf, NoMediaFilesError } from './camera.ts'
import en from '../copy/en.json'
import es from '../copy/es.json'
import ru from '../copy/ru.json'

const thrown = (name: string) => new DOMException('as the browser words it', name)

test.each([
  ['NotAllowedError', 'permission_denied'],
  ['SecurityError', 'permission_denied'],
  ['NotReadableError', 'application_busy'],
  ['OverconstrainedError', 'invalid_argument'],
  ['NotFoundError', 'not_supported'],
  ['NotSupportedError', 'not_supported'],
  ['AbortError', 'internal_error'],
  ['UnknownError', 'internal_error'],
] as const)('the camera error %s is shown as %s, in three languages [ERR-04]', (name, failure) => {
  expect(cameraFailureOf(thrown(name))).toBe(failure)
  const key = `media.camera.${failure}` as const
  expect(new Set([en, ru, es].map(copy => copy[key])).size).toBe(3)
})

test('wrong constraints and a missing picture have their own texts; an unknown failure is an internal error [ERR-04]', () => {
  expect(cameraFailureOf(new TypeError('no constraints'))).toBe('invalid_argument')
  expect(cameraFailureOf(new NoMediaFilesError())).toBe('no_media_files')
  expect([cameraFailureOf('odd'), cameraFailureOf(undefined)]).toEqual(['internal_error', 'internal_error'])
  const failures = [
    'internal_error',
    'application_busy',
    'invalid_argument',
    'no_media_files',
    'permission_denied',
    'not_supported',
  ] as const
  for (const copy of [en, ru, es])
    expect(new Set(failures.map(failure => copy[`media.camera.${failure}`])).size).toBe(6)
})
