import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import Value from 'typebox/value'
import type { Database } from '#server/platform/database/database.ts'
import type { BoundRoute } from '#server/platform/http/routes.ts'
import type { Calls } from '#shared/app/calls.ts'
import { type Answer, type Body, type Call, paramNames, wirePath } from '#shared/platform/contract.ts'

type Name = keyof Calls & string
type Input<N extends Name> = {
  params?: Record<string, number | string>
  query?: Record<string, unknown>
  expand?: readonly string[]
  body?: Body<Calls[N]> | Record<string, unknown>
  headers?: Record<string, string>
  idempotencyKey?: string
  language?: 'en' | 'ru' | 'es'
  appId?: string
}
export type TestAnswer<N extends Name> = {
  status: number
  data: Answer<Calls[N]> & {
    code?: string
    message?: string
    errors?: Record<string, string[]>
    because?: string
    instead?: number[]
  }
  headers: Record<string, string | string[] | number | undefined>
  /** SQL statements run, not counting transaction brackets. */
  statements: number
}
export type TestClient = {
  userId: number
  token: string
  call<N extends Name>(name: N, input?: Input<N>): Promise<TestAnswer<N>>
}

/** The statement count of the current call; jobs and timers have none. */
const asking = new AsyncLocalStorage<{ statements: number }>()

/** Wraps a database to count each call's statements, without transaction brackets. */
export function countStatements(database: Database): Database {
  const counting = (db: Pick<Database, 'query'>): Database['query'] => {
    return config => {
      const call = asking.getStore()
      if (call) call.statements++
      return db.query(config)
    }
  }
  return {
    ...database,
    query: counting(database),
    inTransaction: work => database.inTransaction(tx => work({ query: counting(tx) })),
  }
}

/** The result of `work`, and how many statements its call has run, not counting transaction brackets. */
export async function countedCall<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: number }> {
  const counted = { statements: 0 }
  const result = await asking.run(counted, work)
  return { result, ...counted }
}

/** Clients of `server` that check every answer against its contract. */
export function clientsOf(server: FastifyInstance, routes: BoundRoute[]) {
  const calls = new Map<string, Call>(routes.map(route => [route.name, route.call]))
  return (userId: number, token: string): TestClient => ({
    userId,
    token,
    async call<N extends Name>(name: N, input: Input<N> = {}): Promise<TestAnswer<N>> {
      const sent = async () => await server.inject(requestOf(name, input, token))
      const { result: response, statements } = await countedCall(sent)
      const data = response.body === '' ? {} : response.json()
      const call = calls.get(name)
      if (response.statusCode === 200 && call) assertAnswer(name, call, data)
      return { status: response.statusCode, data, headers: response.headers, statements }
    },
  })
}

function requestOf<N extends Name>(name: N, input: Input<N>, token: string) {
  const { method, path } = wirePath(name)
  const params = input.params ?? {}
  const url = paramNames(name).reduce(
    (at, param) => at.replace(`:${param}`, encodeURIComponent(String(params[param]))),
    path,
  )
  return {
    method,
    url,
    query: queryOf(input),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(input.idempotencyKey && { 'idempotency-key': input.idempotencyKey }),
      'accept-language': input.language ?? 'en',
      'x-app-type': 'web',
      'x-app-id': input.appId ?? 'kurso',
      ...input.headers,
    },
    ...(method !== 'GET' && method !== 'DELETE' && { payload: (input.body ?? {}) as object }),
  }
}

function queryOf({ query = {}, expand }: Pick<Input<Name>, 'query' | 'expand'>): Record<string, string | string[]> {
  const entries = Object.entries(query).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map(String) : String(value),
  ])
  return { ...Object.fromEntries(entries), ...(expand && { expand: expand.join(',') }) }
}

/** Asserts that an answer matches its contract. */
function assertAnswer(name: string, call: Call, data: unknown) {
  if (Value.Check(call.answer, data)) return
  const [first] = Value.Errors(call.answer, data)
  throw new Error(`${name} breaks its contract: ${JSON.stringify(first)} in ${JSON.stringify(data).slice(0, 500)}`)
}
