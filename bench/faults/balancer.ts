import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { joinSockets } from './join-sockets.ts'

/** A TCP load balancer: each connection goes to the next server in turn, past those that accept none. */
export class Balancer {
  /** Addresses as http://HOST:PORT. */
  servers: string[]
  readonly #open = new Set<Socket>()
  readonly #server: Server
  #turn = 0

  constructor(servers: string[]) {
    this.servers = servers
    this.#server = createServer(client => {
      client.on('error', () => client.destroy())
      this.#forward(client, this.servers.length)
    })
  }

  async open(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    await new Promise(resolve => this.#server.close(resolve))
  }

  #forward(client: Socket, tries: number) {
    if (tries === 0) return void client.destroy()
    this.#turn += 1
    const { hostname, port } = new URL(this.servers[this.#turn % this.servers.length] ?? '')
    const upstream = connect(Number(port), hostname)
    const next = () => this.#forward(client, tries - 1)
    upstream.once('error', next)
    upstream.once('connect', () => {
      upstream.off('error', next)
      if (client.destroyed) upstream.destroy()
      else joinSockets(client, upstream, this.#open)
    })
  }
}
