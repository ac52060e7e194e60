import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { LiveServerFrame } from '#shared/platform/live.ts'
import type { Actor } from '../http/routes.ts'
import { textFrame, type Delivery } from './delivery.ts'
import type { Joiner, Room } from './rooms.ts'

/** Bytes that may wait for a slow reader; whoever has more comes back later and catches up. */
const waitingBytes = 1_000_000
/** Bytes up to which what was missed is sent on at once. */
const easyBytes = 128_000
/** For somebody who is turned away to read why. */
const farewellMs = 3000

/**
 * One connection. Nothing is made for each of them beside this object: handlers and timers are shared, and a frame for many
 * is built once and written past `ws`, which may be done because nothing here is compressed or sent in pieces.
 */
export class LiveSocket extends WebSocket implements Joiner {
  raw: Duplex | undefined
  /** Undefined until hello. */
  actor: Actor | undefined
  userId = 0
  sessionKey = ''
  host = ''
  rooms: Room[] = []
  bornAt = performance.now()
  /** Where in the round of heartbeats it has its turn. */
  slot = 0
  /** Whether anything was heard since the last heartbeat. */
  isAlive = true
  /** Frames heard since the last heartbeat. */
  frames = 0
  /** What is being done for it; one thing after another. */
  work: Promise<void> | undefined

  /** Writes a frame that is ready; a reader that is too slow is cut off. */
  write(frame: Buffer): void {
    const { raw } = this
    if (!raw || this.readyState !== WebSocket.OPEN) return
    if (raw.writableLength > waitingBytes) return this.terminate()
    raw.write(frame)
  }

  take(delivery: Delivery): void {
    this.write(delivery.ownUserId !== 0 && delivery.ownUserId === this.userId ? delivery.ownFrame : delivery.frame)
  }

  tell(frame: LiveServerFrame): void {
    this.write(textFrame(frame))
  }

  joined(room: string, seq: number): void {
    this.tell({ type: 'joined', room, seq })
  }

  reset(room: string, seq: number): void {
    this.tell({ type: 'reset', room, seq })
  }

  /** Closes it and hears nothing more. What still comes is thrown away unread: cutting it off would lose the code as well. */
  turnAway(code: number): void {
    this.close(code)
    this.raw?.removeAllListeners('data').resume().end()
    setTimeout(() => this.terminate(), farewellMs).unref()
  }

  get isOpen(): boolean {
    return this.readyState === WebSocket.OPEN
  }

  async canTake(): Promise<boolean> {
    const { raw } = this
    if (raw && this.isOpen && raw.writableLength > easyBytes) {
      await new Promise<void>(resolve => {
        const settle = () => {
          raw.off('drain', settle).off('close', settle)
          resolve()
        }
        raw.once('drain', settle).once('close', settle)
      })
    }
    return this.isOpen
  }
}
