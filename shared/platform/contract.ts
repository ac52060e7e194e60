import type { Static, TSchema } from 'typebox'
import type { LiveEvent, LiveSignal, Room } from './live-rooms.ts'

/** Who may make a call. `learner` is anyone signed in; the others need that role; an admin may do all. */
export type Access = 'public' | 'learner' | 'expert' | 'author' | 'support' | 'expert_or_support' | 'admin'

export type Language = 'en' | 'ru' | 'es'

/** A refusal: its HTTP status and the text people read, in every language. */
export type Refusal = {
  status: 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 503
  text: Record<Language, string>
  /** Whether it refuses a password, a code or a link, so that who guesses is seen in the log. */
  isOfSecret?: true
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `METHOD /path/:param`, relative to v1 of the API; a path that begins with `/v2/` belongs to v2. */
export type CallName = `${Method} /${string}`

export type Call<Code extends string = string> = {
  access: Access
  summary: string
  query?: TSchema
  body?: TSchema
  answer: TSchema
  /** The call's expansions; only requested ones are computed and sent. */
  expand?: readonly string[]
  /** The body may also be a multipart form of text fields. */
  isMultipart?: true
  /** The answer is one page of a list and carries the pagination headers. */
  isPaged?: true
  /** A GET that changes something: it has no HEAD, and is noted when staff are signed in as the person. */
  isWrite?: true
  /** Refused to staff who are signed in as the person. */
  isForOwnerOnly?: true
  /** Answered before the second factor of the session has been confirmed. */
  isOpenUnconfirmed?: true
  /** Answered to staff who have yet to set up the second factor that the school demands. */
  isOpenBeforeSetUp?: true
  /** At most this many requests from one address in this many seconds. */
  limit?: { requests: number; seconds: number }
  /** Answered even to an unknown application id. */
  isOpenToUnknownApplications?: true
  refusals?: readonly Code[]
}

/**
 * Declares a feature's refusals, calls and live events once, for the server, both apps, the tests and the OpenAPI
 * description.
 */
export function contract<
  const Refusals extends Record<string, Refusal>,
  const Calls extends Record<CallName, Call<Extract<keyof Refusals, string>>>,
  const Rooms extends readonly Room[] = [],
  const Events extends Record<string, LiveEvent> = Record<string, never>,
  const Signals extends Record<string, LiveSignal> = Record<string, never>,
>(declaration: {
  refusals: Refusals
  calls: Calls
  rooms?: Rooms
  events?: Events
  signals?: Signals
}): Declared<Refusals, Calls, Rooms, Events, Signals> {
  return { rooms: [] as readonly Room[] as Rooms, events: {} as Events, signals: {} as Signals, ...declaration }
}

/** Refusals and calls by name, the kinds of live rooms, and the events and signals in them by type. */
type Declared<Refusals, Calls, Rooms, Events, Signals> = {
  refusals: Refusals
  calls: Calls
  rooms: Rooms
  events: Events
  signals: Signals
}

export type Contract = Declared<
  Record<string, Refusal>,
  Record<CallName, Call>,
  readonly Room[],
  Record<string, LiveEvent>,
  Record<string, LiveSignal>
>

type ParamNames<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<`/${Tail}`>
    : Rest
  : never

/** Path parameters by name: those called `id` or `…Id` are positive whole numbers, others are text. */
export type Params<Name extends string> = {
  [Param in ParamNames<Name>]: Param extends 'id' | `${string}Id` ? number : string
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined
export type Query<C extends Call> = StaticOf<C['query']> extends undefined ? object : StaticOf<C['query']>
export type Body<C extends Call> = StaticOf<C['body']>
export type Answer<C extends Call> = Static<C['answer']>

/** Names of the parameters in a call's path, in order. */
export function paramNames(name: string): string[] {
  return [...name.matchAll(/\/:([A-Za-z]+)/g)].map(match => match[1] ?? '')
}

/** The address of a call on the wire, with `:param` placeholders: v1 under /spa/api/v1, v2 under /spa/v2. */
export function wirePath(name: string): { method: Method; path: string } {
  const [method, path] = name.split(' ') as [Method, string]
  return { method, path: path.startsWith('/v2/') ? `/spa${path}` : `/spa/api/v1${path}` }
}

/** The headers of a list endpoint that answers by pages. */
const pageHeaders = {
  currentPage: 'x-pagination-current-page',
  pageCount: 'x-pagination-page-count',
  perPage: 'x-pagination-per-page',
  totalCount: 'x-pagination-total-count',
} as const

type Pagination = Record<keyof typeof pageHeaders, number>

/** How many pages hold `totalCount` entries; an empty list has none. */
export function pageCount(totalCount: number, perPage: number): number {
  return Math.ceil(totalCount / perPage)
}

/** The headers that tell which page of a list this is. */
export function headersOfPage(page: Omit<Pagination, 'pageCount'>) {
  return {
    [pageHeaders.currentPage]: String(page.currentPage),
    [pageHeaders.pageCount]: String(pageCount(page.totalCount, page.perPage)),
    [pageHeaders.perPage]: String(page.perPage),
    [pageHeaders.totalCount]: String(page.totalCount),
  }
}

/** The page that an answer's headers describe; undefined when one of them is missing or no whole number. */
export function pageFromHeaders(headers: { get(name: string): string | null }): Pagination | undefined {
  const read = (name: keyof typeof pageHeaders) => Number(headers.get(pageHeaders[name]) || Number.NaN)
  const page = {
    currentPage: read('currentPage'),
    pageCount: read('pageCount'),
    perPage: read('perPage'),
    totalCount: read('totalCount'),
  }
  return Object.values(page).every(Number.isInteger) ? page : undefined
}
