import { settings } from './connection.ts'
import { type KeptAnswer, keptFor, localDatabase } from './local-database.ts'
import type { Reply } from './request.ts'

/** Stores answers; the browser's database, or a test's own. */
export interface AnswerStore {
  find(key: string): Promise<KeptAnswer | undefined>
  put(answer: KeptAnswer): Promise<unknown>
}

const inDatabase: AnswerStore = {
  find: async key => (await localDatabase()).get('answers', key),
  put: async answer => (await localDatabase()).put('answers', answer),
}

let store = inDatabase

/** Replaces the store. */
export function keepAnswersIn(other: AnswerStore): void {
  store = other
}

const keyOf = (url: string) => `${settings.userId} ${url}`

/** Stores `{ data, headers }` of a successful GET for the current user. */
export async function keepAnswer(url: string, { data, headers }: Reply<unknown>): Promise<void> {
  await store.put({ key: keyOf(url), data, headers: [...headers], keptAt: Date.now() })
}

/** The stored answer, if it has data and is less than a day old. */
export async function findAnswer(url: string): Promise<Reply<unknown> | undefined> {
  const kept = await store.find(keyOf(url)).catch(() => undefined)
  if (!kept || kept.data === undefined || Date.now() - kept.keptAt > keptFor) return undefined
  return { data: kept.data, headers: new Headers(kept.headers), status: 200 }
}
