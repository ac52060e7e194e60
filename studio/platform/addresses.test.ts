import { expect, test } from 'vitest'
import '#studio/app/features.ts'
import { returnPath } from './addresses.ts'

const origin = 'https://school.example'

test.each([
  ['/admin/reviews/7?course=3', '/admin/reviews/7?course=3'],
  [`${origin}/admin/inbox/4`, '/admin/inbox/4'],
  ['/admin/audit', '/admin/audit'],
])('sign-in leads back to %s [STF-01]', (wished, path) => expect(returnPath(wished, origin)).toBe(path))

test.each([
  null,
  '',
  '//evil.example/admin/reviews',
  'https://evil.example/admin/reviews',
  'https://school.example@evil.example/admin/reviews',
  'https://me@school.example/admin/reviews',
  'javascript:alert(1)',
  '/home',
  '/admin/../logout',
  '/admin/login?token=x',
  '/admin//evil.example',
  'http://',
])('no other address is followed after sign-in: %s [SEC-06]', wished =>
  expect(returnPath(wished, origin)).toBe('/admin'),
)
