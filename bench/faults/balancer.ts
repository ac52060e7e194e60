import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP load balancer: each connection goes to the next server in turn, past those that accept none. */
export class Balancer {
  /** Addresses as http://HOST:PORT. */
  servers: string[]
  readonly #open = new Set<Socket>()
  readonly #server: Server
  #turn = 0

  constructor(servers: string[]) {
    this.servers = servers
    this.#server = createServer(client => this.#hand(client, this.servers.length))
  }

  async open(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    await new Promise(resolve => this.#server.close(resolve))
  }

  #hand(client: Socket, tries: number) {
    if (tries === 0) return void client.destroy()
    this.#turn += 1
    const { hostname, port } = new URL(this.servers[this.#turn % this.servers.length] ?? '')
    const upstream = connect(Number(port), hostname)
    const next = () => this.#hand(client, tries - 1)
    upstream.once('error', next)
    upstream.once('connect', () => {
      upstream.off('error', next)
      this.#join(client, upstream)
    })
  }

  #join(client: Socket, upstream: Socket) {
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
}
