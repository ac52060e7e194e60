import type { SignalData } from '#shared/platform/live-rooms.ts'
import type { Db } from '../database/statement.ts'
import { Delivery } from './delivery.ts'
import type { openPresenting } from './presenting.ts'
import { listNews, listRecentRooms, listRoomNumbers } from './queries.ts'

const roomsAtATime = 500
const eventsAtATime = 100
const retryMs = 1000

/** Who hears a room: a socket, or a poll that waits. */
export type Member = {
  take(delivery: Delivery): void
  /** Events are missing and will not come: the room must be read again. */
  reset(room: string, seq: number): void
}

/** Who joins: told where it begins, then given what was missed, as fast as it takes it. */
export type Joiner = Member & {
  joined(room: string, seq: number): void
  /** Settles when more can be sent; answers whether there is still somebody to send to. */
  canTake(): Promise<boolean>
}

/** A room that somebody on this node hears, or is about to. */
export class Room {
  readonly name: string
  /** The last number that its members were given. */
  seq = -1
  readonly members = new Set<Member>()
  /** How many are about to become members or are. */
  holders = 0

  constructor(name: string) {
    this.name = name
  }
}

type Dependencies = {
  db: Db
  presenting: ReturnType<typeof openPresenting>
  onFailure(error: unknown): void
}

/** The rooms that somebody on this node hears. One reader serves them all: whatever is new goes to it in one statement. */
export class Rooms {
  readonly #open = new Map<string, Room>()
  readonly #dirty = new Set<Room>()
  /** Nudged before their number was known. */
  readonly #early = new Set<Room>()
  readonly #dependencies: Dependencies
  #opening: Promise<void> = Promise.resolve()
  #reading: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  /** Events handed to members so far, for the metrics. */
  deliveries = 0

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  get size(): number {
    return this.#open.size
  }

  /** Takes hold of rooms, each to be given back by `release`; rejects, holding none, when the database cannot be read. */
  async hold(names: string[]): Promise<Room[]> {
    const rooms = names.map(name => {
      const room = this.#open.get(name) ?? new Room(name)
      this.#open.set(name, room)
      room.holders++
      return room
    })
    try {
      if (rooms.some(({ seq }) => seq < 0)) await this.#findNumbers()
      return rooms
    } catch (error) {
      for (const room of rooms) this.release(room)
      throw error
    }
  }

  release(room: Room): void {
    room.holders--
    if (room.holders > 0) return
    this.#open.delete(room.name)
    this.#dirty.delete(room)
    this.#early.delete(room)
  }

  /** Rooms have news; those that nobody here hears are passed over. */
  nudge(names: Iterable<string>): void {
    for (const name of names) {
      const room = this.#open.get(name)
      if (!room) continue
      // The number being asked for may be the one before the news.
      if (room.seq < 0) this.#early.add(room)
      else this.#dirty.add(room)
    }
    if (this.#dirty.size > 0) void this.#read()
  }

  /** Reads on in one room; settles when that was tried. */
  async catchUp(room: Room): Promise<void> {
    this.#dirty.add(room)
    await this.#read()
  }

  signal(name: string, type: string, data: SignalData): void {
    const room = this.#open.get(name)
    if (room) this.#give(room, new Delivery({ room: name, seq: null, type }, { all: data }))
  }

  /** Finds what no nudge told of, in rooms with events of the last `seconds`. */
  async sweep(seconds: number): Promise<void> {
    if (this.#open.size === 0) return
    this.#nudgeBehind(await listRecentRooms(this.#dependencies.db, seconds))
  }

  /** Finds whatever no nudge told of; for after news may have been missed for long. */
  async sweepAll(): Promise<void> {
    const names = [...this.#open.keys()]
    for (let from = 0; from < names.length; from += 1000)
      this.#nudgeBehind(await listRoomNumbers(this.#dependencies.db, names.slice(from, from + 1000)))
  }

  close(): void {
    clearTimeout(this.#retry)
    this.#open.clear()
    this.#dirty.clear()
  }

  #nudgeBehind(numbers: { room: string; seq: number }[]) {
    this.nudge(numbers.filter(({ room, seq }) => seq > (this.#open.get(room)?.seq ?? seq)).map(({ room }) => room))
  }

  /** One at a time, so that a crowd that comes at once is served by a few statements. */
  #findNumbers(): Promise<void> {
    const next = this.#opening.catch(() => undefined).then(() => this.#findNumbersNow())
    this.#opening = next
    return next
  }

  async #findNumbersNow() {
    const unknown = [...this.#open.values()].filter(({ seq }) => seq < 0)
    if (unknown.length === 0) return
    const names = unknown.map(({ name }) => name)
    const found = await listRoomNumbers(this.#dependencies.db, names)
    const numbers = new Map(found.map(({ room, seq }) => [room, seq]))
    for (const room of unknown) room.seq = numbers.get(room.name) ?? 0
    const early = unknown.filter(room => this.#early.delete(room))
    this.nudge(early.map(({ name }) => name))
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readAll()
    return this.#reading
  }

  async #readAll() {
    // Nudges of one moment are read together.
    await Promise.resolve()
    let rooms: Room[] = []
    try {
      while (this.#dirty.size > 0) {
        rooms = [...this.#dirty].slice(0, roomsAtATime)
        for (const room of rooms) this.#dirty.delete(room)
        await this.#readSome(rooms)
      }
    } catch (error) {
      for (const room of rooms) if (this.#isOpen(room)) this.#dirty.add(room)
      this.#dependencies.onFailure(error)
      this.#retry ??= setTimeout(() => {
        this.#retry = undefined
        void this.#read()
      }, retryMs).unref()
    }
    // In the turn in which the last room was taken: a nudge after it must start again.
    this.#reading = undefined
  }

  #isOpen(room: Room): boolean {
    return this.#open.get(room.name) === room
  }

  async #readSome(rooms: Room[]) {
    const { db, presenting } = this.#dependencies
    const byName = new Map(rooms.map(room => [room.name, room]))
    const numbers = rooms.map(({ seq }) => seq)
    const events = await listNews(db, [...byName.keys()], numbers, eventsAtATime)
    const deliveries = await presenting.present(events)
    const counts = new Map<Room, number>()
    const broken = new Set<Room>()
    for (const [index, { room: name, seq }] of events.entries()) {
      const room = byName.get(name)
      if (!room || broken.has(room) || !this.#isOpen(room)) continue
      const delivery = deliveries[index]
      counts.set(room, (counts.get(room) ?? 0) + 1)
      if (delivery && seq === room.seq + 1) this.#give(room, delivery)
      else broken.add(room)
      if (counts.get(room) === eventsAtATime) this.#dirty.add(room)
    }
    if (broken.size > 0) await this.#resetRooms([...broken])
  }

  /** Events were forgotten before they were read here, or cannot be presented. */
  async #resetRooms(rooms: Room[]) {
    const names = rooms.map(({ name }) => name)
    const found = await listRoomNumbers(this.#dependencies.db, names)
    const numbers = new Map(found.map(({ room, seq }) => [room, seq]))
    for (const room of rooms.filter(one => this.#isOpen(one))) {
      room.seq = numbers.get(room.name) ?? room.seq
      for (const member of room.members) member.reset(room.name, room.seq)
    }
  }

  #give(room: Room, delivery: Delivery) {
    if (delivery.seq > 0) room.seq = delivery.seq
    this.deliveries += room.members.size
    for (const member of room.members) member.take(delivery)
  }
}
