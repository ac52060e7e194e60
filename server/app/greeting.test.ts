import { expect, test } from 'vitest'
import { greet } from './greeting.ts'

const demo = { signIns: ['admin@example.com'], password: 'kurso-demo' }

function said(host: string, publicUrl: string): string {
  const lines: string[] = []
  greet({ host, publicUrl }, demo, line => void lines.push(String(line)))
  return lines.join('\n')
}

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4000'],
  ['localhost', 'http://localhost:4000'],
  ['::1', 'http://[::1]:4000'],
])('on %s the sign-ins are told and nothing is shouted [OPS-01]', (host, url) => {
  expect(said(host, url)).toMatch(/ready at .*\n[^]*admin@example.com +password kurso-demo/)
  expect(said(host, url)).toContain(`Staff sign in at ${url}/admin`)
  expect(said(host, url)).not.toContain('WARNING')
})

test.each([
  ['0.0.0.0', 'http://0.0.0.0:4000'],
  ['::', 'http://[::]:4000'],
  ['192.0.2.1', 'http://127.0.0.1:4000'],
  ['127.0.0.1', 'https://school.example.com'],
])('where others reach %s (%s) the demo password is shouted about, with it only [OPS-01]', (host, url) => {
  expect(said(host, url)).toMatch(/WARNING[^]*ACCEPT THE PASSWORD kurso-demo/)
  const lines: string[] = []
  greet({ host, publicUrl: url }, undefined, line => void lines.push(String(line)))
  expect(lines.join()).not.toMatch(/WARNING|kurso-demo/)
})
