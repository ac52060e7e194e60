import { type LiveEventWire, live, type PollAnswer, type PollBody } from '#shared/platform/live.ts'
import { eventsBehind } from '#shared/platform/live-limits.ts'
import type { Db } from '../database/statement.ts'
import { refuseCommon } from '../http/refusals.ts'
import { type Actor, routes } from '../http/routes.ts'
import { openedRooms, join } from './entering.ts'
import type { NamedRoomGate } from './live-parts.ts'
import type { ListChangedSessions } from './connected.ts'
import { PerUser } from './connected.ts'
import type { Delivery } from './delivery.ts'
import type { openPresenting } from './presenting.ts'
import type { Joiner, Room, Rooms } from './rooms.ts'

const longestSeconds = 25
const pollsOfUser = 20
/** News rarely comes alone. */
const gatherMs = 20

type Dependencies = {
  db: Db
  rooms: Rooms
  presenting: ReturnType<typeof openPresenting>
  gates: Record<string, NamedRoomGate>
  listChangedSessions: ListChangedSessions
}

/** A poll that gathers what it will answer, and waits without holding anything but this. */
class Poll implements Joiner {
  readonly userId: number
  readonly events: LiveEventWire[] = []
  readonly numbers: Record<string, number> = {}
  readonly resets = new Set<string>()
  isGone = false
  #settle: (() => void) | undefined

  constructor(userId: number) {
    this.userId = userId
  }

  joined(room: string, seq: number): void {
    this.numbers[room] = seq
  }

  take(delivery: Delivery): void {
    this.events.push(delivery.ownUserId === this.userId ? delivery.ownWire : delivery.wire)
    if (delivery.seq > 0) this.numbers[delivery.room] = delivery.seq
    if (this.#settle) setTimeout(this.#settle, gatherMs)
  }

  reset(room: string, seq: number): void {
    this.numbers[room] = seq
    this.resets.add(room)
    this.#settle?.()
  }

  async canTake(): Promise<boolean> {
    return !this.isGone
  }

  get isQuiet(): boolean {
    return this.events.length === 0 && this.resets.size === 0
  }

  /** Settles with the first news, after `ms`, or when the caller goes. */
  wait(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#settle = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.isGone) this.#settle()
    })
  }

  leave(): void {
    this.isGone = true
    this.#settle?.()
  }
}

/** Long polling of the same rooms, for browsers that sockets cannot reach. */
export function servePolls(dependencies: Dependencies) {
  const waiting = new Set<Poll>()
  const ofUser = new PerUser(pollsOfUser)
  let isClosing = false
  return {
    get size() {
      return waiting.size
    },
    /** Answers a poll; `onEnd` tells when the caller has gone. */
    async answer(actor: Actor, body: PollBody, onEnd: (hear: () => void) => void): Promise<PollAnswer> {
      if (!ofUser.take(actor.userId)) refuseCommon('too_many_requests', { retryAfter: 5 })
      const poll = new Poll(actor.userId)
      waiting.add(poll)
      onEnd(() => poll.leave())
      if (isClosing) poll.leave()
      try {
        return await answerPoll(dependencies, actor, body, poll)
      } finally {
        waiting.delete(poll)
        ofUser.giveBack(actor.userId)
      }
    },
    close() {
      isClosing = true
      for (const poll of waiting) poll.leave()
    },
  }
}

async function answerPoll(at: Dependencies, actor: Actor, body: PollBody, poll: Poll): Promise<PollAnswer> {
  const { rooms: wanted, wait_seconds: seconds = longestSeconds } = body
  const names = Object.keys(wanted)
  const opened = await openedRooms(at.db, at.gates, actor, names)
  const refused = names.filter(room => !opened.has(room))
  const held = await at.rooms.hold([...opened])
  try {
    await enterAll(at, poll, held, wanted)
    const isNew = held.some(({ name }) => (wanted[name] ?? null) === null)
    if (!isNew && refused.length === 0 && poll.isQuiet) await waitForNews(at, actor, poll, seconds)
    return { events: poll.events, rooms: poll.numbers, resets: [...poll.resets], refused }
  } finally {
    for (const room of held) {
      room.members.delete(poll)
      at.rooms.release(room)
    }
  }
}

async function enterAll(at: Dependencies, poll: Poll, held: Room[], wanted: PollBody['rooms']) {
  for (const room of held) {
    const after = wanted[room.name] ?? null
    // What does not fit into this answer comes with the next.
    if (poll.events.length >= eventsBehind) poll.numbers[room.name] = after ?? room.seq
    else await join(at, poll, room, after)
  }
}

async function waitForNews(at: Dependencies, actor: Actor, poll: Poll, seconds: number) {
  await poll.wait(seconds * 1000)
  if (poll.events.length === 0) return
  // It may have waited longer than its session lasted, or its person's role.
  const [changed] = await at.listChangedSessions([actor])
  if (changed) refuseCommon(changed.isOver ? 'not_signed_in' : 'unavailable', { retryAfter: 1 })
}

export const liveRoutes = routes(live, {
  'POST /live/poll': ({ live: news, user, body, onEnd }) => news.poll(user, body, onEnd),
})
