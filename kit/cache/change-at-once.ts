import { hashKey, type InferDataFromTag, type QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

type Change = (data: never) => unknown
type Changing = { stored: unknown; changes: Change[]; sending: Promise<unknown> }

const known = new Map<string, Changing>()

/**
 * Changes a kept answer at once and sends the change after those before it. One that is refused, or finds no network, is taken back,
 * those chosen since stay, and its error is thrown.
 */
export async function changeAtOnce<Key extends QueryKey>(
  queryKey: Key,
  change: (data: InferDataFromTag<unknown, Key>) => InferDataFromTag<unknown, Key>,
  send: () => Promise<unknown>,
): Promise<void> {
  const hash = hashKey(queryKey)
  const own = known.get(hash) ?? {
    stored: queryClient.getQueryData(queryKey),
    changes: [],
    sending: Promise.resolve(),
  }
  known.set(hash, own)
  const key: QueryKey = queryKey
  const show = () => queryClient.setQueryData(key, shownOf(own))
  own.changes.push(change)
  // What was asked before would show the choice as it was.
  void queryClient.cancelQueries({ queryKey })
  show()
  const sent = own.sending.then(send)
  own.sending = sent.catch(() => undefined)
  try {
    await sent
    own.stored = changed(own.stored, change)
  } finally {
    own.changes.splice(own.changes.indexOf(change), 1)
    show()
    if (own.changes.length === 0) known.delete(hash)
  }
}

const changed = (data: unknown, change: Change): unknown => (data === undefined ? undefined : change(data as never))

const shownOf = ({ stored, changes }: Changing): unknown => changes.reduce<unknown>(changed, stored)
