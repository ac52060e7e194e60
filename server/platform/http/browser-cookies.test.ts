import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { browserCookies } from './browser-cookies.ts'

test.each([
  [true, '__Host-device=new; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure', 'own'],
  [false, 'device=new; Path=/; Max-Age=60; HttpOnly; SameSite=Lax', 'planted'],
])('with https (%s) a cookie has a name that other hosts cannot set [SEC-09]', async (isHttps, kept, read) => {
  const server = Fastify()
  server.get('/', (request, reply) => {
    const cookies = browserCookies(request, reply, isHttps)
    cookies.keep('device', 'new', 60)
    return { read: cookies.read('device'), missing: cookies.read('other') }
  })
  const answer = await server.inject({ url: '/', headers: { cookie: 'device=planted; __Host-device=own' } })
  expect(answer.headers['set-cookie']).toBe(kept)
  expect(answer.json()).toEqual({ read })
})
