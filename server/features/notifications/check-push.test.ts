import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '#server/platform/testing/free-port.ts'
import { pushCheck } from './check-push.ts'

test('the services that pass notifications on are reached, whatever they answer; those that are not are named [OPS-10]', async () => {
  const service = createServer((_request, response) => response.writeHead(404).end())
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const there = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
  const closed = `127.0.0.1:${await freePort()}`
  const run = (publicUrl: string, at: string[]) => pushCheck({ publicUrl, allowPrivate: true, at }).run()
  expect(await run('https://school.example', [there, there])).toMatchObject({ state: 'good' })
  expect(await run('http://school.example', [there])).toMatchObject({
    state: 'lacking',
    advice: expect.stringContaining('HTTPS'),
  })
  expect(await run('https://school.example', [there, `http://${closed}/`])).toMatchObject({
    state: 'broken',
    says: `not reached: ${closed}`,
  })
  service.close()
})
