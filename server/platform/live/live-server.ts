import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { liveCloseCodes } from '#shared/platform/live-limits.ts'
import { isConnectionLoss } from '../database/database.ts'
import { readFrame } from './client-frames.ts'
import { Connected, type ListChangedSessions } from './connected.ts'
import { type Entrance, leaveAll, obey, openedRooms } from './entering.ts'
import { type Pace, startHeartbeat } from './heartbeat.ts'
import { LiveSocket } from './live-socket.ts'

const livePath = '/spa/live'
const frameBytes = 16_384
/** Between two heartbeats. */
const framesAllowed = 300

type Dependencies = Omit<Entrance, 'connected' | 'heartbeatSeconds'> & { pace: Pace; onFailure(error: unknown): void }

/** The websocket side: who is connected, what they may hear, and what they ask. */
export function serveSockets({ onFailure, pace, ...dependencies }: Dependencies) {
  const connected = new Connected()
  const heartbeat = startHeartbeat(pace)
  const { onMessage, onClose } = handlersOf(
    { ...dependencies, connected, heartbeatSeconds: pace.heartbeatMs / 1000 },
    heartbeat,
    onFailure,
  )
  let isClosing = false

  function welcome(socket: LiveSocket, request: IncomingMessage, raw: Duplex) {
    socket.raw = raw
    socket.host = hostOf(request.headers.host)
    socket.on('error', onError).on('close', onClose)
    if (isClosing) return socket.close(liveCloseCodes.leaving)
    connected.add(socket)
    heartbeat.add(socket)
    socket.on('message', onMessage).on('ping', onSign).on('pong', onSign)
  }

  return {
    connected,
    attach(server: Server) {
      const upgrader = new WebSocketServer({
        noServer: true,
        WebSocket: LiveSocket,
        clientTracking: false,
        perMessageDeflate: false,
        maxPayload: frameBytes,
      })
      server.on('upgrade', (request, raw, head) => {
        const refusal = refusalOf(request)
        if (refusal) return refuseUpgrade(raw, refusal)
        upgrader.handleUpgrade(request, raw, head, socket => welcome(socket, request, raw))
      })
    },
    /** Ends what sessions that are over still hear, and sends on those who lost a room, as a course that others teach now. */
    async judgeAnew(listChanged: ListChangedSessions) {
      await connected.dropChanged(listChanged)
      await sendOnStaff(dependencies, connected)
    },
    async close() {
      isClosing = true
      heartbeat.stop()
      await connected.close()
    },
  }
}

/** Staff who are in a room that is theirs no more come back at once and are checked again. */
async function sendOnStaff({ db, gates }: Pick<Entrance, 'db' | 'gates'>, connected: Connected) {
  for (const { socket, actor } of connected.staff()) {
    const names = socket.rooms.map(({ name }) => name)
    const opened = await openedRooms(db, gates, actor, names)
    if (names.some(name => !opened.has(name))) socket.close(liveCloseCodes.renew)
  }
}

/** Handlers are shared by all sockets and find theirs in `this`. */
function handlersOf(
  entrance: Entrance,
  heartbeat: ReturnType<typeof startHeartbeat>,
  onFailure: (error: unknown) => void,
) {
  function fail(socket: LiveSocket, error: unknown) {
    if (isConnectionLoss(error)) return socket.close(liveCloseCodes.unavailable)
    onFailure(error)
    socket.close(1011)
  }

  function hear(socket: LiveSocket, data: RawData, isBinary: boolean) {
    if (!mayGoOn(socket)) return
    const frame = isBinary || !Buffer.isBuffer(data) ? undefined : readFrame(data.toString())
    if (!frame) return socket.close(liveCloseCodes.broken)
    if (frame.type === 'ping') return socket.tell({ type: 'pong' })
    const before = socket.work ?? Promise.resolve()
    socket.work = before
      .then(() => (socket.isOpen ? obey(entrance, socket, frame) : undefined))
      .catch((error: unknown) => fail(socket, error))
  }

  return {
    onMessage(this: WebSocket, data: RawData, isBinary: boolean) {
      if (this instanceof LiveSocket) hear(this, data, isBinary)
    },
    onClose(this: WebSocket) {
      if (!(this instanceof LiveSocket)) return
      heartbeat.remove(this)
      entrance.connected.remove(this)
      leaveAll(entrance, this)
    },
  }
}

/** Counts what was heard; whoever says too much is turned away. */
function mayGoOn(socket: LiveSocket): boolean {
  socket.isAlive = true
  socket.frames++
  if (socket.frames <= framesAllowed) return true
  if (socket.isOpen) socket.turnAway(liveCloseCodes.tooMany)
  return false
}

/** A question of the other side or its answer to ours; one that nobody asked for counts like the rest. */
function onSign(this: WebSocket) {
  if (this instanceof LiveSocket) mayGoOn(this)
}

function onError(this: WebSocket) {
  this.terminate()
}

/** A page of another origin may not use a visitor's browser to come in; programs send no Origin. */
function refusalOf(request: IncomingMessage): string | undefined {
  const { origin, host } = request.headers
  if (request.url?.split('?')[0] !== livePath) return '404 Not Found'
  if (request.headers.upgrade?.toLowerCase() !== 'websocket') return '400 Bad Request'
  if (origin === undefined) return undefined
  const from = URL.canParse(origin) ? new URL(origin).hostname : ''
  return from === hostOf(host) ? undefined : '403 Forbidden'
}

function refuseUpgrade(raw: Duplex, refusal: string) {
  raw.on('error', () => raw.destroy())
  raw.once('finish', () => raw.destroy())
  raw.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function hostOf(header: string | undefined): string {
  return URL.canParse(`http://${header}`) ? new URL(`http://${header}`).hostname : ''
}
