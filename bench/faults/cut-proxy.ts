import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { joinSockets } from './join-sockets.ts'

/** A TCP proxy before a server, whose connections are all cut whenever so many bytes have been sent through it. */
export class CutProxy {
  cuts = 0
  readonly #places: number[]
  readonly #open = new Set<Socket>()
  #sent = 0
  readonly #server

  /** `places` are in bytes, the earliest first. */
  constructor(port: number, places: readonly number[]) {
    this.#places = [...places]
    this.#server = createServer(client => this.#join(client, connect(port, '127.0.0.1')))
  }

  async open(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#cut()
    await new Promise(resolve => this.#server.close(resolve))
  }

  #join(client: Socket, upstream: Socket) {
    client.on('data', part => this.#count(part.length))
    joinSockets(client, upstream, this.#open)
  }

  #count(bytes: number) {
    this.#sent += bytes
    const [next] = this.#places
    if (next === undefined || this.#sent < next) return
    this.#places.shift()
    this.cuts += 1
    this.#cut()
  }

  #cut() {
    for (const socket of this.#open) socket.resetAndDestroy()
  }
}
