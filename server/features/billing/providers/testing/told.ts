import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Told } from './rig.ts'

/** A school that listens to events and keeps them. */
export async function openListening() {
  const heard: Told[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      heard.push({ body: Buffer.concat(parts), headers: request.headers })
      response.end()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
  return {
    heard,
    url,
    close: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
