import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { isConnectionLoss, type Database } from '../database/database.ts'
import type { Db } from '../database/statement.ts'
import type { Listener } from '../database/listener.ts'
import type { LiveEventWire } from '#shared/platform/live.ts'
import { roomName, type SignalData } from '#shared/platform/live-rooms.ts'
import type { LiveNews } from '../http/routes.ts'
import { takeTurns } from '../turns.ts'
import { type Pace, usualPace } from './heartbeat.ts'
import type { LiveSession, ListChangedSessions } from './connected.ts'
import type { Hello } from './entering.ts'
import { joinParts, type LiveParts } from './live-parts.ts'
import { serveSockets } from './live-server.ts'
import { openNewsBus } from './news-bus.ts'
import { servePolls } from './poll.ts'
import { openPresenting } from './presenting.ts'
import { deleteOldEvents, findDatabaseName } from './queries.ts'
import { openRedisNews } from './redis-news.ts'
import { Rooms } from './rooms.ts'

/** Of the pool's connections: a crowd that comes back at once leaves the others to calls and to the readiness check. */
const statementsAtOnce = 5
const sweepMs = 5_000
/** Longer than a sweep takes to come round, and than a transaction between writing an event and its commit. */
const sweptSeconds = 20
const sessionsMs = 60_000
const tidyMs = 3_600_000
const keptDays = 7
const deletedAtATime = 5_000

export type LiveDependencies = {
  database: Database
  listener: Listener
  parts: LiveParts[]
  /** Whose session a hello's token is, in the brand of its application or host. */
  authenticate(hello: Hello): Promise<LiveSession | undefined>
  listChangedSessions: ListChangedSessions
  log: FastifyBaseLogger
  redisUrl: string | undefined
  pace?: Partial<Pace> | undefined
  /** Sees every event and signal as it is told, once on this node; tests compare them with the contracts. */
  onTold?: ((told: LiveEventWire) => void) | undefined
}

/** The live side of the process: what handlers tell, and what the HTTP server is given. */
export type Live = LiveNews & {
  /** Serves sockets and metrics on the server and ends with it. */
  attach(server: FastifyInstance): void
  /** A session ended, known by the key that `authenticate` answered. */
  endSession(key: string): void
  /** The person of a session has other rights now. */
  renewSession(key: string): void
  /** Looks at once for what is looked for every minute: sessions that are over, rights that have gone. */
  checkSessions(): Promise<void>
}

/**
 * Live delivery of the log in live_events: rooms of this node, kept up to date by nudges of its own
 * handlers, notices of other nodes and a sweep every 5 seconds, and given to sockets and polls.
 */
export function openLive(given: LiveDependencies): Live {
  const { database, listener, log, onTold, listChangedSessions } = given
  const { rooms: gates, present } = joinParts(given.parts)
  const report = (error: unknown) => log[isConnectionLoss(error) ? 'warn' : 'error']({ err: error }, 'Live is behind')
  const presenting = openPresenting(database, present, {
    onTold,
    onFailure: (error, type) => log.error({ err: error, type }, 'Could not present live events'),
  })
  const rooms = new Rooms({ db: database, presenting, onFailure: report })
  const inTurn = takeTurns(statementsAtOnce)
  const db: Db = { query: config => inTurn(() => database.query(config)) }
  const authenticate = (hello: Hello) => inTurn(() => given.authenticate(hello))
  const shared = { db, rooms, presenting, gates, authenticate, listChangedSessions }
  const sockets = serveSockets({ ...shared, pace: { ...usualPace, ...given.pace }, onFailure: report })
  const polls = servePolls(shared)
  const checkAll = () => rooms.sweepAll().catch(report)
  const checkSessions = () => sockets.judgeAnew(listChangedSessions).catch(report)
  const bus = openBus(given, rooms, checkAll)
  listener.onConnection(isConnected => {
    if (isConnected) void Promise.all([checkAll(), checkSessions()])
  })
  const stopTimers = startTimers({
    sweep: sweeper(rooms, report),
    checkSessions,
    tidy: () => tidy(database).catch(report),
  })
  const stop = async () => {
    stopTimers()
    bus.flush()
    polls.close()
    await sockets.close()
    rooms.close()
  }
  return {
    ...teller(rooms, bus, onTold),
    poll: polls.answer,
    endSession: key => sockets.connected.endSession(key),
    renewSession: key => sockets.connected.renewSession(key),
    checkSessions,
    attach(server) {
      sockets.attach(server.server)
      observe(server, rooms, sockets.connected, polls)
      server.addHook('preClose', stop)
      server.addHook('onClose', async () => bus.close())
    },
  }
}

type Told = LiveDependencies['onTold']

/** Tells what happened to the rooms of this node and to the other nodes. */
function teller(rooms: Rooms, bus: ReturnType<typeof openNewsBus>, onTold: Told): Pick<LiveNews, 'nudge' | 'signal'> {
  return {
    nudge(room, ...ids) {
      const names = ids.map(id => roomName(room, id))
      rooms.nudge(names)
      bus.nudge(names)
    },
    signal(contract, type, roomId, ids) {
      const declared = contract.signals[type]
      if (!declared) throw new Error(`No contract declares the signal ${type}`)
      const room = roomName(declared.room, roomId)
      const data = ids as SignalData
      onTold?.({ room, seq: null, type, data })
      rooms.signal(room, type, data)
      bus.signal(room, type, data)
    },
  }
}

type BusDependencies = Pick<LiveDependencies, 'database' | 'listener' | 'log' | 'redisUrl'>

function openBus({ database, listener, log, redisUrl }: BusDependencies, rooms: Rooms, onBack: () => unknown) {
  const redis = redisUrl
    ? openRedisNews({
        url: redisUrl,
        findName: async () => (await findDatabaseName(database))?.name ?? '',
        onBack,
        onLost: error => log.warn({ err: error }, 'Redis is away; notices go through the database'),
      })
    : undefined
  return openNewsBus({
    listener,
    redis,
    hearNudges: names => rooms.nudge(names),
    hearSignal: (...signal) => rooms.signal(...signal),
    onFailure: error => log.warn({ err: error }, 'Other nodes hear of news late'),
  })
}

/** After a sweep that failed, recent rooms are not enough. */
function sweeper(rooms: Rooms, report: (error: unknown) => void) {
  let hasFailed = false
  return async () => {
    try {
      await (hasFailed ? rooms.sweepAll() : rooms.sweep(sweptSeconds))
      hasFailed = false
    } catch (error) {
      hasFailed = true
      report(error)
    }
  }
}

async function tidy(database: Database) {
  while ((await deleteOldEvents(database, keptDays, deletedAtATime)) === deletedAtATime);
}

function startTimers(work: { sweep(): unknown; checkSessions(): unknown; tidy(): unknown }): () => void {
  const timers = [
    setInterval(work.sweep, sweepMs),
    setInterval(work.checkSessions, sessionsMs),
    setInterval(work.tidy, tidyMs),
  ]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

function observe(server: FastifyInstance, rooms: Rooms, sockets: { size: number }, polls: { size: number }) {
  const registers = [server.metrics]
  const gauges: [string, string, () => number][] = [
    ['live_connections', 'Websockets that are open', () => sockets.size],
    ['live_polls', 'Polls that wait', () => polls.size],
    ['live_rooms', 'Rooms that somebody on this node hears', () => rooms.size],
  ]
  for (const [name, help, read] of gauges) {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
  }
  let counted = 0
  const deliveries: Counter = new Counter({
    name: 'live_deliveries_total',
    help: 'Events handed to connections',
    registers,
    collect() {
      deliveries.inc(rooms.deliveries - counted)
      counted = rooms.deliveries
    },
  })
}
