import { liveCloseCodes } from '#shared/platform/live-limits.ts'
import type { Actor } from '../http/routes.ts'
import type { LiveSocket } from './live-socket.ts'

const connectionsOfUser = 20
const checkedAtATime = 1000
const farewellMs = 1000

/** Whose session a token is; `key` is what the end of a session is told by. */
export type LiveSession = { actor: Actor; key: string }
/** Which of these sessions are over, and which are of somebody who has another role now. */
export type ListChangedSessions = (
  actors: Pick<Actor, 'sessionId' | 'role'>[],
) => Promise<{ id: number; isOver: boolean }[]>

/** Every connection of this node, by session and person. */
export class Connected {
  readonly #sockets = new Set<LiveSocket>()
  readonly #bySession = new Map<string, Set<LiveSocket>>()
  readonly #ofUser = new PerUser(connectionsOfUser)

  get size(): number {
    return this.#sockets.size
  }

  add(socket: LiveSocket): void {
    this.#sockets.add(socket)
  }

  /** Gives a connection its person; answers whether that person may have one more. */
  admit(socket: LiveSocket, { actor, key }: LiveSession): boolean {
    if (!this.#ofUser.take(actor.userId)) return false
    const own = this.#bySession.get(key)
    if (own) own.add(socket)
    else this.#bySession.set(key, new Set([socket]))
    socket.actor = actor
    socket.userId = actor.userId
    socket.sessionKey = key
    return true
  }

  remove(socket: LiveSocket): void {
    this.#sockets.delete(socket)
    if (!socket.actor) return
    this.#ofUser.giveBack(socket.userId)
    const own = this.#bySession.get(socket.sessionKey)
    own?.delete(socket)
    if (own?.size === 0) this.#bySession.delete(socket.sessionKey)
  }

  /** Tells those who use a session that it is over, and closes them. */
  endSession(key: string): void {
    for (const socket of this.#bySession.get(key) ?? []) {
      socket.tell({ type: 'logout', reason: 'session_ended' })
      socket.close(liveCloseCodes.unauthorized)
    }
  }

  /** Those who use a session come back at once and are checked again, as after a change of role. */
  renewSession(key: string): void {
    for (const socket of this.#bySession.get(key) ?? []) socket.close(liveCloseCodes.renew)
  }

  /** Closes connections whose session has ended, for whatever reason, and reconnects people whose role has changed. */
  async dropChanged(listChanged: ListChangedSessions): Promise<void> {
    const known = [...this.#sockets].flatMap(socket => (socket.actor ? [{ socket, actor: socket.actor }] : []))
    for (let from = 0; from < known.length; from += checkedAtATime) {
      const some = known.slice(from, from + checkedAtATime)
      const found = await listChanged(some.map(({ actor }) => actor))
      const changed = new Map(found.map(({ id, isOver }) => [id, isOver]))
      for (const { socket, actor } of some) {
        const isOver = changed.get(actor.sessionId)
        if (isOver !== undefined) socket.close(isOver ? liveCloseCodes.unauthorized : liveCloseCodes.renew)
      }
    }
  }

  /** Those of staff, whose rights hang on what others decide. */
  staff(): { socket: LiveSocket; actor: Actor }[] {
    return [...this.#sockets].flatMap(socket =>
      socket.isOpen && socket.actor && socket.actor.role !== 'learner' ? [{ socket, actor: socket.actor }] : [],
    )
  }

  /** Sends everyone to another node; within a second those that do not answer are cut off. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.close(liveCloseCodes.leaving)
    for (const until = performance.now() + farewellMs; this.size > 0 && performance.now() < until; )
      await new Promise(resolve => setTimeout(resolve, 20))
    for (const socket of this.#sockets) socket.terminate()
  }
}

/** How many of something each person has, at most `limit`. */
export class PerUser {
  readonly #limit: number
  readonly #counts = new Map<number, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts one more, unless that would be too many; answers whether it did. */
  take(userId: number): boolean {
    const count = this.#counts.get(userId) ?? 0
    if (count >= this.#limit) return false
    this.#counts.set(userId, count + 1)
    return true
  }

  giveBack(userId: number): void {
    const left = (this.#counts.get(userId) ?? 1) - 1
    if (left > 0) this.#counts.set(userId, left)
    else this.#counts.delete(userId)
  }
}
