import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { createCopy } from '#kit/copy/copy.tsx'
import type { CompiledCopy } from '#kit/copy/message.ts'
import { emailErrors } from '#shared/features/accounts/email.ts'
import en from './copy/en.json'
import es from './copy/es.json'
import ru from './copy/ru.json'
import { emailTexts } from './sign-up.ts'

const compiled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)])) as CompiledCopy
const lenient = { isStrict: false }
const copies = [createCopy('en', compiled(en)), createCopy('ru', compiled(ru)), createCopy('es', compiled(es))] as const

test('an e-mail’s first error is said, or that it is invalid as a whole [VAL-01] [VAL-08]', () => {
  const [t] = copies
  expect(emailErrors('.a@-c.com').errors).toEqual(['local_dots', 'label_hyphen'])
  expect(emailTexts('.a@-c.com', t, lenient)).toEqual({
    error: 'Before the @, a dot can’t come first, last or twice in a row',
  })
  expect(emailTexts(' A@c.com ', t, lenient)).toEqual({})
  expect(emailTexts('"a"@c.com', t, lenient)).toEqual({})
  expect(copies.map(copy => emailTexts('"a"@c.com', copy, { isStrict: true }).error)).toEqual([
    'Invalid email address',
    'Неверный адрес почты',
    'La dirección de correo no es válida',
  ])
})

test('a warning is said beside no error [VAL-07]', () => {
  expect(emailTexts(`${'a'.repeat(31)}@c.com`, copies[0], lenient)).toEqual({
    warning: 'That’s a long address. Is it right?',
  })
})
