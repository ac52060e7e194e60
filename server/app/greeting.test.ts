import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'

const nowhere = { dataDir: '/srv/kurso', outbox: {} }
const demo = { signIns: ['admin@example.com'], password: 'kurso-demo' }

function said(host: string, publicUrl: string): string {
  return greeting({ host, publicUrl, ...nowhere }, { demo, setupLink: undefined })
}

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4000'],
  ['localhost', 'http://localhost:4000'],
  ['::1', 'http://[::1]:4000'],
])('on %s the sign-ins are printed without a warning [OPS-01]', (host, url) => {
  expect(said(host, url)).toMatch(/ready at .*\n[^]*admin@example.com +password kurso-demo/)
  expect(said(host, url)).toContain(`Staff sign in at ${url}/admin`)
  expect(said(host, url)).not.toContain('WARNING')
})

test.each([
  ['0.0.0.0', 'http://0.0.0.0:4000'],
  ['::', 'http://[::]:4000'],
  ['192.0.2.1', 'http://127.0.0.1:4000'],
  ['127.0.0.1', 'https://school.example.com'],
])('if others can reach %s (%s), the demo password, and nothing else, causes a warning [OPS-01]', (host, url) => {
  expect(said(host, url)).toMatch(/WARNING[^]*ACCEPT THE PASSWORD kurso-demo/)
  const withoutDemo = greeting({ host, publicUrl: url, ...nowhere }, { demo: undefined, setupLink: undefined })
  expect(withoutDemo).not.toMatch(/WARNING|kurso-demo/)
})

test.each([
  [{}, ['E-mails', 'Text messages']],
  [{ smtpUrl: 'smtp://user:secret@mail' }, ['Text messages']],
  [{ smsWebhookUrl: 'https://gateway.example.com' }, ['E-mails']],
  [{ smtpUrl: 'smtp://user:secret@mail', smsWebhookUrl: 'https://gateway.example.com/?key=secret' }, []],
])('with %j the greeting says what lands in a folder, and where [ACC-11, ACC-15, OPS-01]', (outbox, expected) => {
  const settings = { ...nowhere, host: '127.0.0.1', publicUrl: 'http://127.0.0.1:4000', outbox }
  const text = greeting(settings, { demo: undefined, setupLink: undefined })
  const told = text.split('\n').filter(line => line.includes('/srv/kurso/outbox'))
  expect(told.map(line => /(E-mails|Text messages) are not sent/.exec(line)?.[1])).toEqual(expected)
  expect(text).not.toContain('secret')
})

test('a school without an administrator is told the link that lets in the first', () => {
  const at = { host: '127.0.0.1', publicUrl: 'http://127.0.0.1:4000', ...nowhere }
  const told = (setupLink: string | undefined) => greeting(at, { demo: undefined, setupLink })
  const link = 'http://127.0.0.1:4000/admin/setup?code=abc'
  expect(
    told(link)
      .split('\n')
      .map(line => line.trim()),
  ).toContain(link)
  expect(told(undefined)).not.toMatch(/administers|setup/)
})
