import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { e2ePort } from './server-place.ts'

type Fetched = { path: string; range: string; bytes: number }

/** A line between a browser and the school that can be slow, cut or faulty, and remembers which ranges of films went over it. */
export type Line = {
  origin: string
  /** Ranges of films that were sent whole, in order. */
  ranges: Fetched[]
  /** Bytes a second; 0: as fast as it goes. */
  pace: number
  /** Ranges to damage once each, as `bytes=…`. */
  toDamage: Set<string>
  close(): void
}

const pieceBytes = 256 * 1024

/** Opens such a line; with the origin of one that was closed, the same again. */
export async function openLine(before?: string): Promise<Line> {
  const line: Omit<Line, 'origin' | 'close'> = { ranges: [], pace: 0, toDamage: new Set() }
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked
    const passed = request(
      { host: '127.0.0.1', port: e2ePort, method, path, headers },
      got => void pass(line, asked, got, answer),
    )
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  const origin = await listen(server, before === undefined ? 0 : Number(new URL(before).port))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return Object.assign(line, { origin, close })
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function pass(
  line: Omit<Line, 'origin' | 'close'>,
  asked: IncomingMessage,
  got: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const range = asked.headers.range ?? ''
  const isFilm = range !== '' && got.statusCode === 206 && (asked.url ?? '').endsWith('.mp4')
  answer.writeHead(got.statusCode ?? 502, got.headers)
  if (!isFilm) return void got.pipe(answer)
  let bytes = 0
  const isClosed = once(answer, 'close')
  const isDamaged = line.toDamage.delete(range)
  for await (const chunk of got as AsyncIterable<Buffer>) {
    if (isDamaged && bytes === 0) chunk[0] = (chunk[0] ?? 0) ^ 1
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      if (answer.destroyed) return
      if (!answer.write(piece) && !answer.destroyed) await Promise.race([once(answer, 'drain'), isClosed])
      bytes += piece.length
      if (line.pace > 0) await new Promise(resolve => setTimeout(resolve, (1000 * piece.length) / line.pace))
    }
  }
  answer.end(() => line.ranges.push({ path: asked.url ?? '', range, bytes }))
}
