import { RequestError } from '#kit/request/request-errors.ts'

export type Refused<Item> = { item: Item; reason: string }

/** What came of doing something to many; `left` were not tried, because of `failure` or since it was stopped. */
export type Outcome<Item> = { done: Item[]; refused: Refused<Item>[]; left: Item[]; failure?: unknown }

type Watch = { onStep?: (count: number) => void; isStopped?: () => boolean; wait?: (ms: number) => Promise<void> }

const pause = (ms: number) => new Promise<void>(resolve => void setTimeout(resolve, ms))

/** What is wrong with this one alone; anything else would befall the next ones too. */
const isOfOne = (error: unknown): error is RequestError =>
  error instanceof RequestError && [404, 409, 422].includes(error.status)

/**
 * Sends something for each, one after another: who is refused is passed over with the reason, who asks too fast waits, and any
 * other failure ends it there.
 */
export async function oneByOne<Item>(
  items: readonly Item[],
  send: (item: Item) => Promise<unknown>,
  { onStep, isStopped, wait = pause }: Watch = {},
): Promise<Outcome<Item>> {
  const outcome: Outcome<Item> = { done: [], refused: [], left: [...items] }
  for (let item = outcome.left[0]; item !== undefined && !isStopped?.(); item = outcome.left[0]) {
    try {
      await send(item)
      outcome.done.push(item)
    } catch (error) {
      if (error instanceof RequestError && error.status === 429 && error.retryAfter) {
        await wait(error.retryAfter * 1000)
        continue
      }
      if (!isOfOne(error)) return { ...outcome, failure: error }
      outcome.refused.push({ item, reason: error.reason })
    }
    outcome.left.shift()
    onStep?.(items.length - outcome.left.length)
  }
  return outcome
}
