import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type SentText = { to: string; text: string; brand: string; headers: IncomingHttpHeaders }

/** A text-message gateway that stores what it is sent; `next` waits up to 15 s for the next text not yet taken. */
export async function openTextGateway() {
  const sent: SentText[] = []
  const answer = { status: 200 }
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = await json(request)
    if (answer.status === 200) sent.push({ ...(body as Omit<SentText, 'headers'>), headers: request.headers })
    reply.writeHead(answer.status).end()
  }
  const server = createServer((request, reply) => void take(request, reply)).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  let taken = 0
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    sent,
    answer,
    async next(): Promise<SentText> {
      for (const until = Date.now() + 15_000; sent.length <= taken; ) {
        if (Date.now() > until) throw new Error('No text arrived')
        await new Promise(resolve => setTimeout(resolve, 20))
      }
      const text = sent[taken++]
      if (!text) throw new Error('No text arrived')
      return text
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}
