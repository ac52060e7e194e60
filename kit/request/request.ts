import type { Static, TSchema } from 'typebox'
import type { Calls } from '#shared/app/calls.ts'
import { type Answer, type Params, wirePath } from '#shared/platform/contract.ts'
import { settings } from './connection.ts'
import { isOffline } from './online.ts'
import { type ErrorBody, NetworkError, RequestError } from './request-errors.ts'

export type CallName = keyof Calls & string
export type ReadName = Extract<CallName, `GET ${string}`>

type ParamsInput<Name extends CallName> = keyof Params<Name> extends never ? object : { params: Params<Name> }
type QueryInput<C> = C extends { query: infer Schema extends TSchema } ? { query?: Partial<Static<Schema>> } : object
type BodyInput<C> = C extends { body: infer Schema extends TSchema } ? { body: Static<Schema> } & FormInput<C> : object
/** Only types reach the browser, so the caller states it too: the body's fields are sent as multipart. */
type FormInput<C> = C extends { isMultipart: true } ? { isMultipart: true } : object
type ExpandInput<C> = C extends { expand: readonly (infer Name)[] } ? { expand?: readonly Name[] } : object

/**
 * Tables of all calls, so that the compiler works each one out only once. The `as` keeps it from putting any name at all into an
 * entry, for every query with every body is more than it takes.
 */
type Inputs = {
  [Name in CallName as Name]: ParamsInput<Name> &
    QueryInput<Calls[Name]> &
    BodyInput<Calls[Name]> &
    ExpandInput<Calls[Name]>
}
type Answers = { [Name in CallName]: Answer<Calls[Name]> }
type InputArguments = { [Name in CallName as Name]: Arguments<Inputs[Name]> }
type RequestArguments = { [Name in CallName as Name]: Arguments<Inputs[Name], Manner> }
type Arguments<Given, More = unknown> = object extends Given ? [input?: Given & More] : [input: Given & More]

/*
 * Until a call's name is known, the compiler reads what is written for it as if the name were any that the type parameter allows.
 * For all names at once that took most of the time in which it checked the apps, so the parameter allows any text and the argument
 * has to be a call's name as well.
 */
export type AnswerOf<Name extends string> = Name extends CallName ? Answers[Name] : unknown
/** The part of a request that also identifies it in a cache. */
export type Input<Name extends string> = Name extends CallName ? Inputs[Name] : LooseInput
/** The same as the last argument of a function, which may be left out where nothing is demanded. */
export type InputArgument<Name extends string> = Name extends CallName ? InputArguments[Name] : [input?: LooseInput]

export type Reply<Data> = { data: Data; headers: Headers; status: number }

type Manner = {
  signal?: AbortSignal
  /** Lets the server count a repeated write once. */
  idempotencyKey?: string
  /** Returns error answers like any other instead of throwing. */
  asIs?: boolean
  /** Continues when the page is closed. */
  outlivesPage?: boolean
  /** Stores the answer on the device and returns it while offline. */
  isKept?: boolean
  /** Asks with this token, or with none, instead of the session's; a 401 then says nothing about the session. */
  token?: string | null
}

/** How long an answer may take, in ms. */
const patience = 30_000

type LooseInput = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  expand?: readonly string[]
  body?: unknown
  isMultipart?: true
}
type LooseOptions = LooseInput & Manner

/**
 * Makes a declared call: `request('GET /courses/:id', { params: { id } })`. Throws RequestError for an error answer and
 * NetworkError when there is none. A 401 to a signed-in request raises the session-lost event once.
 */
export async function request<Name extends string>(
  name: Name & CallName,
  ...[options]: Name extends CallName ? RequestArguments[Name] : [options?: LooseOptions]
): Promise<Reply<AnswerOf<Name>>> {
  return (await send(name, options ?? {})) as Reply<AnswerOf<Name>>
}

/** How many writes this page has started: reads from before one may be outdated. */
export const writes = { begun: 0 }

/** `request` for callers inside kit that hold names and inputs as data, checked where they were made. */
export async function send(name: string, options: LooseOptions): Promise<Reply<unknown>> {
  const { method, url } = addressOf(name, options, settings.language)
  if (method !== 'GET') writes.begun++
  const keeps = options.isKept && method === 'GET'
  if (keeps && isOffline()) return keptAnswer(url)
  try {
    const reply = await answered(url, method, options)
    // An answer is one also where it cannot be kept.
    if (keeps && reply.status === 200)
      void keptAnswers()
        .then(kept => kept.keepAnswer(url, reply))
        .catch(() => {})
    return reply
  } catch (error) {
    if (keeps && error instanceof NetworkError) return keptAnswer(url, error)
    throw error
  }
}

const keptAnswers = () => import('./kept-answers.ts')

async function keptAnswer(url: string, cause?: unknown): Promise<Reply<unknown>> {
  const kept = await keptAnswers()
    .then(answers => answers.findAnswer(url))
    .catch(() => undefined)
  if (!kept) throw new NetworkError(url, cause)
  return kept
}

async function answered(url: string, method: string, options: LooseOptions): Promise<Reply<unknown>> {
  const { token = settings.token } = options
  const response = await fetched(url, method, options, token)
  const data: unknown = method === 'DELETE' && response.ok ? {} : await bodyOf(url, response)
  const isOfSession = token && options.token === undefined
  if (response.status === 401 && isOfSession) settings.loseSession(token)
  if (response.status === 403 && isOfSession && (await isFactorSupplied(data as ErrorBody)))
    return answered(url, method, options)
  if ((!response.ok || saysError(data)) && !options.asIs) throw new RequestError(url, response, data as ErrorBody)
  return { data, headers: response.headers, status: response.status }
}

const isFactorSupplied = async ({ code }: ErrorBody) =>
  code?.startsWith('second_factor_') && settings.supplyFactor?.(code)

const errorFields = ['code', 'message', 'errors']

/** Whether an answer is an error by its words, whatever its status: it has nothing but an error's fields. */
function saysError(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !Object.keys(data).every(name => errorFields.includes(name)))
    return false
  const { message = '', errors = {} }: ErrorBody = data
  return Object.keys(errors).length > 0 || /error/i.test(message)
}

/** A truncated answer counts as none; for a refusal the status is enough. */
async function bodyOf(url: string, response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (response.ok) throw new NetworkError(url, error)
    return {}
  }
}

async function fetched(url: string, method: string, options: LooseOptions, token: string | null): Promise<Response> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), patience)
  const handOn = () => stop.abort()
  options.signal?.addEventListener('abort', handOn)
  try {
    options.signal?.throwIfAborted()
    return await fetch(url, {
      method,
      headers: headersFor(options, token),
      body: bodyFor(options),
      signal: stop.signal,
      keepalive: options.outlivesPage,
    })
  } catch (error) {
    options.signal?.throwIfAborted()
    throw new NetworkError(url, error)
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', handOn)
  }
}

/** The headers that say who asks, in which language and for which school. */
export function askerHeaders(token: string | null): Record<string, string> {
  return {
    'Accept-Language': settings.language,
    'X-App-Type': settings.appType,
    'X-App-Id': settings.appId,
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(settings.isUnattended?.() && { 'X-Unattended': '1' }),
  }
}

function headersFor({ body, isMultipart, idempotencyKey }: LooseOptions, token: string | null): Record<string, string> {
  return {
    ...askerHeaders(token),
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    // The browser sets the multipart boundary itself.
    ...(body !== undefined && !isMultipart && { 'Content-Type': 'application/json' }),
  }
}

function bodyFor({ body, isMultipart }: LooseOptions): BodyInit | undefined {
  if (body === undefined) return undefined
  return isMultipart ? formOf(body as object) : JSON.stringify(body)
}

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  return form
}

type Parts = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  expand?: readonly string[]
}

/** The method and address of a call; every GET and POST gets `lang`, and lists are sent as `name[]`. */
function addressOf(name: string, parts: Parts, language: string): { method: string; url: string } {
  const { method, path } = wirePath(name)
  const filled = path.replace(/:([A-Za-z]+)/g, (_, param: string) => encodeURIComponent(given(param, parts.params)))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(parts.query ?? {})) addTo(search, key, value)
  if (parts.expand?.length) search.set('expand', parts.expand.join(','))
  if (method === 'GET' || method === 'POST') search.set('lang', language)
  const query = search.toString()
  return { method, url: `${settings.origin}${filled}${query && `?${query}`}` }
}

/** A missing parameter is a programming error: 'StreamId must be set'. An id that is not known yet is NaN. */
function given(param: string, params: Parts['params'] = {}): string {
  const value = params[param]
  if (value === undefined || value === '' || value === 0 || Number.isNaN(value))
    throw new Error(`${param.charAt(0).toUpperCase()}${param.slice(1)} must be set`)
  return String(value)
}

function addTo(search: URLSearchParams, key: string, value: unknown) {
  if (value === undefined || value === null) return
  if (!Array.isArray(value)) return search.set(key, textOf(value))
  for (const item of value) search.append(key.endsWith('[]') ? key : `${key}[]`, textOf(item))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
