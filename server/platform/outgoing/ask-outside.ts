import type { IncomingMessage } from 'node:http'
import { type OutgoingManner, openOutside } from './send-outside.ts'

export type OutgoingQuestion = {
  url: string
  method: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: Buffer | undefined
}
export type OutsideAnswer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** An answer that is longer than was allowed; what follows is not read. */
class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
}

/**
 * Asks an address and reads its answer, up to `mostBytes`. Never follows a redirect, and contacts private networks only where
 * `manner` allows it; gives up after 10 s, the answer included. Rejects with AddressRefused, AnswerTooLong or the network error.
 */
export function askOutside(
  question: OutgoingQuestion,
  { mostBytes, ...manner }: OutgoingManner & { mostBytes: number },
): Promise<OutsideAnswer> {
  return new Promise((resolve, reject) => {
    const asking = openOutside(question, { patienceMs: 10_000, ...manner }, answer => {
      read(answer, mostBytes).then(
        body => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
        (error: unknown) => reject(error as Error),
      )
    })
    asking.on('error', reject)
    asking.end(question.body)
  })
}

async function read(answer: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > mostBytes) throw new AnswerTooLong(`More than ${mostBytes} bytes were answered`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
