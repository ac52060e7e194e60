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
import type { CachedAnswer } from './cached-answer.ts'
import { type CommonRefusalCode, commonRefusals, type RefusalDetail, Refused } from './refusals.ts'

/** The person a call is made for, as the session knows them. */
export type Actor = {
  userId: number
  sessionId: number
  brandId: string
  role: 'learner' | 'expert' | 'author' | 'support' | 'admin'
  /** IANA name; local dates are computed in it. */
  timezone: string
  /** Who of the staff uses the account of this person now. */
  impersonator?: { id: number; name: string } | null
}

/** Where a request comes from, beside who makes it. */
export type Caller = {
  brandId: string
  appType: 'mobile' | 'web'
  language: Language
  /** What attempts are counted by: see networkOf. */
  network: string
  userAgent: string
  /** The host the browser is on, without its port, as the Host header says: whatever anyone wrote there. */
  host: string
}

export type PageFigures = { page: number; perPage: number; total: number }

/** How a handler tells live connections, after its commit, that there is news; and how a poll waits for some. */
export type LiveNews = {
  /** The rooms of these ids have new stored events. */
  nudge<R extends Room>(room: R, ...ids: RoomId<R>[]): void
  /** Something that is not stored: a hint to read again, in the room of this id. */
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
  /** The instant of the request, in ms. */
  now: number
  params: Params<Name>
  query: Query<C>
  body: Body<C>
  user: ActorOf<C>
  caller: Caller
  log: FastifyBaseLogger
  /** The reporter's key for this write, so that a repeat counts once. */
  idempotencyKey: string | undefined
  /** The expansions asked for, of those the call declares; any other is ignored. */
  asked: readonly string[]
  live: LiveNews
  refuse(code: Extract<CodesOf<C> | CommonRefusalCode, string>, detail?: RefusalDetail): never
  /** Sets the pagination headers of a list. */
  setPage(figures: PageFigures): void
  /** Calls `hear` once the caller has been answered or has gone away. */
  onEnd(hear: () => void): void
}

type Handler<Name extends string, C extends Call> = (
  context: Context<Name, C>,
) => Promise<Answer<C> | CachedAnswer> | Answer<C> | CachedAnswer

type Handlers<C extends Contract> = {
  [Name in keyof C['calls'] & CallName]: Handler<Name, C['calls'][Name]>
}

/** What the HTTP server sees of a handler: the context's types were checked where it was bound. */
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
