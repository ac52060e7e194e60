import { type CallName, type InputArgument, type ReadName, type Reply, send, writes } from './request.ts'

/** A GET a screen will need: `read('GET /courses/:id', { params: { id } })`. */
export type Read = { name: ReadName; input: object }

type Early = { reply: Promise<Reply<unknown>>; writesBefore: number }

const started = new Map<string, Early>()
/** How long an early answer may wait before it is too old, in ms. */
const untaken = 20_000
const keyOf = (name: CallName, input: object = {}) =>
  JSON.stringify([name, Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1))])

/** A read as data, its input checked against the call's types. */
export function read<Name extends string>(name: Name & ReadName, ...[input]: InputArgument<Name>): Read {
  return { name, input: input ?? {} }
}

/** Starts a read at once, in parallel with the chunk that will ask for it; the query cache picks it up by name and input. */
export function startEarly({ name, input }: Read): void {
  const key = keyOf(name, input)
  if (started.has(key)) return
  const reply = send(name, input)
  started.set(key, { reply, writesBefore: writes.begun })
  reply.catch(() => started.delete(key))
  setTimeout(() => started.delete(key), untaken)
}

/** Returns a read that was started early, once; one from before a write is too old. */
export function takeEarly(name: CallName, input: object | undefined): Promise<Reply<unknown>> | undefined {
  const key = keyOf(name, input)
  const early = started.get(key)
  started.delete(key)
  return early?.writesBefore === writes.begun ? early.reply : undefined
}
