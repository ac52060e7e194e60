import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { askOutside, type OutgoingQuestion, type OutsideAnswer } from '#server/platform/outgoing/ask-outside.ts'
import { AddressRefused } from '#server/platform/outgoing/send-outside.ts'
import { ProviderRefused, ProviderUnavailable } from './provider.ts'

/** Lists of refunds and payments are the longest that is answered. */
const mostBytes = 1024 * 1024

type Question = Omit<OutgoingQuestion, 'body'> & {
  body?: object | undefined
  /** Sent as a form instead. */
  form?: Record<string, string>
  allowPrivate: boolean
}

/**
 * Asks a provider in JSON. Answers the status and what was said, unread; ProviderUnavailable when there was no answer, or one
 * that says nothing of what was asked (429, 5xx).
 */
export async function askProvider({ body, form, allowPrivate, ...question }: Question) {
  const type = form ? 'application/x-www-form-urlencoded' : body && 'application/json'
  const headers = { ...question.headers, ...(type && { 'content-type': type }) }
  const text = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body)
  const sent = { ...question, headers, body: text === undefined ? undefined : Buffer.from(text) }
  const answer = await askOutside(sent, { allowPrivate, mostBytes }).catch(failed)
  if (answer.status === 429 || answer.status >= 500 || answer.status < 200)
    throw new ProviderUnavailable(`The provider answered ${answer.status}`)
  return { status: answer.status, said: jsonOf(answer) }
}

/** What was said, if it is of the shape that we know; ProviderUnavailable otherwise, for then nothing of it can be believed. */
export function heard<Schema extends TSchema>(schema: Schema, said: unknown): Static<Schema> {
  if (Value.Check(schema, said)) return said
  // Only the place: what stands there may be somebody's.
  const [first] = Value.Errors(schema, said)
  throw new ProviderUnavailable(`The provider’s answer is of another shape at ${first?.instancePath || 'its root'}`)
}

function failed(error: unknown): never {
  if (error instanceof AddressRefused) throw new ProviderRefused('The address of the provider is not allowed')
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
  throw new ProviderUnavailable(`The provider could not be reached: ${code}`)
}

function jsonOf({ body }: OutsideAnswer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw new ProviderUnavailable('The provider did not answer in JSON')
  }
}
