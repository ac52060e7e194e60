import type { FastifyBaseLogger } from 'fastify'
import type { Static } from 'typebox'
import type {
  Answer,
  Body,
  Call,
  CallName,
  Contract,
  Language,
  Params,
  Query,
  Refusal,
} from '#shared/platform/contract.ts'
import type { PollAnswer, PollBody } from '#shared/platform/live.ts'
import type { Room, RoomId } from '#shared/platform/live-rooms.ts'
import type { Database } from '../database/database.ts'
import type { BrowserCookies } from './browser-cookies.ts'
import type { CachedAnswer } from './cached-answer.ts'
import { type CommonRefusalCode, commonRefusals, type RefusalDetail, Refused } from './refusals.ts'

/** `isUnattended`: nobody is there, so that the session is not in use. */
export type SessionUse = { isUnattended?: boolean }

/** The user a call is made for, as the session knows them. */
export type Actor = {
  userId: number
  sessionId: number
  brandId: string
  role: 'learner' | 'expert' | 'author' | 'support' | 'admin'
  /** IANA name; local dates are computed in this zone. */
  timezone: string
  /** The staff member currently signed in as this user. */
  impersonator?: { id: number; name: string } | null
  /** What must be done before the session opens anything: a code of the second factor entered, or a second factor set up. */
  secondFactor?: 'needed' | 'to_set_up' | null
}

/** Where a request comes from, regardless of who makes it. */
export type Caller = {
  brandId: string
  appType: 'mobile' | 'web'
  language: Language
  /** The key for counting attempts: see networkOf. */
  network: string
  userAgent: string
  /** The host from the Host header, without its port. Untrusted: the client can send anything. */
  host: string
}

export type PageFigures = { page: number; perPage: number; total: number }

/** Lets a handler notify live connections after its commit, and a poll wait for news. */
export type LiveNews = {
  /** The rooms with these ids have new stored events. */
  nudge<R extends Room>(room: R, ...ids: RoomId<R>[]): void
  /** Sends an unstored hint to reload to the room with this id. */
  signal<C extends Pick<Contract, 'signals'>, Type extends keyof C['signals'] & string>(
    contract: C,
    type: Type,
    roomId: RoomId<C['signals'][Type]['room']>,
    ids: Static<C['signals'][Type]['ids']>,
  ): void
  poll(actor: Actor, body: PollBody, onEnd: (hear: () => void) => void): Promise<PollAnswer>
}

type ActorOf<C extends Call> = C['access'] extends 'public' ? Actor | undefined : Actor
type CodesOf<C extends Call> = C['refusals'] extends readonly (infer Code)[] ? Code : never

export type Context<Name extends string, C extends Call> = {
  db: Database
  /** The time of the request, in ms. */
  now: number
  params: Params<Name>
  query: Query<C>
  body: Body<C>
  user: ActorOf<C>
  caller: Caller
  cookies: BrowserCookies
  log: FastifyBaseLogger
  /** The client's key for this write, so that a repeat counts once. */
  idempotencyKey: string | undefined
  /** The requested expansions that the call declares; others are ignored. */
  asked: readonly string[]
  live: LiveNews
  refuse(code: Extract<CodesOf<C> | CommonRefusalCode, string>, detail?: RefusalDetail): never
  /** Sets the pagination headers of a list. */
  setPage(figures: PageFigures): void
  /** Calls `hear` once the caller has been answered or has disconnected. */
  onEnd(hear: () => void): void
}

type Handler<Name extends string, C extends Call> = (
  context: Context<Name, C>,
) => Promise<Answer<C> | CachedAnswer> | Answer<C> | CachedAnswer

/** Who answers each call of a contract. */
export type Handlers<C extends Contract> = {
  [Name in keyof C['calls'] & CallName]: Handler<Name, C['calls'][Name]>
}

/** A handler as the HTTP server sees it: its types were checked where it was bound. */
export type BoundRoute = {
  name: CallName
  call: Call
  refuse(code: string, detail?: RefusalDetail): never
  handle(context: unknown): unknown
}

/** Binds every call of a contract to its handler; leaving one out does not compile. */
export function routes<C extends Contract>(contract: C, handlers: Handlers<C>): BoundRoute[] {
  const refusals: Record<string, Refusal> = { ...commonRefusals, ...contract.refusals }
  const refuse = (code: string, detail: RefusalDetail = {}): never => {
    const refusal = refusals[code]
    throw refusal ? new Refused(code, refusal, detail) : new Error(`Undeclared refusal: ${code}`)
  }
  return Object.entries(contract.calls).map(([name, call]) => ({
    name: name as CallName,
    call,
    refuse,
    handle: handlers[name as keyof typeof handlers] as (context: unknown) => unknown,
  }))
}
