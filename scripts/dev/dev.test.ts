import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { openFront } from './front.ts'
import { plainLine } from './plain-line.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function listen(server: Server): Promise<number> {
  open.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function frontBefore(port: () => Promise<number>) {
  const front = openFront({
    port,
    nonce: 'n1',
    answererOf: path => (path.startsWith('/v/') ? (_, response) => response.end('a source') : undefined),
  })
  return `http://127.0.0.1:${await listen(front)}`
}

test('sources are answered at once; what the server answers waits until it has started', async () => {
  let tellPort: (port: number) => void = () => undefined
  const port = new Promise<number>(resolve => (tellPort = resolve))
  const url = await frontBefore(() => port)
  const waiting = fetch(`${url}/spa/api/v1/user?x=1`, { method: 'POST', body: 'asked' })
  expect(await (await fetch(`${url}/v/app/main.ts?t=2`)).text()).toBe('a source')
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', body => response.end(`${request.method} ${request.url} ${body}`))
  })
  tellPort(await listen(server))
  expect(await (await waiting).text()).toBe('POST /spa/api/v1/user?x=1 asked')
})

test('a page may run the inline scripts of development and no others', async () => {
  const policy = "default-src 'self';script-src 'self' https://counter.example.com;style-src 'self'"
  const server = createServer((_, response) => response.setHeader('content-security-policy', policy).end('a page'))
  const port = await listen(server)
  const answer = await fetch(await frontBefore(async () => port))
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'self';script-src 'self' 'nonce-n1' https://counter.example.com;style-src 'self'",
  )
})

test('a server that could not start says why at every address', async () => {
  const url = await frontBefore(() => Promise.reject(new Error('server/app/app.ts: Unexpected token')))
  const answer = await fetch(`${url}/home`)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('Unexpected token')
})

test('a line of the log is printed for a person, any other as it is', () => {
  const logged = {
    level: 50,
    time: 1,
    msg: 'Could not send',
    jobId: 7,
    err: { message: 'no route', stack: 'Error: no route\n  at x' },
  }
  expect(plainLine(JSON.stringify(logged))).toBe('error: Could not send {"jobId":7}\nError: no route\n  at x')
  expect(plainLine('  Kurso is ready')).toBe('  Kurso is ready')
})
