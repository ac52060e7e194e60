import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { closeConnections } from '#server/platform/http/close-connections.ts'
import { useValidators } from '#server/platform/http/validation.ts'
import { type Account, Accounts } from './accounts.ts'
import { demandKey } from './asking.ts'
import { expireCheckouts, serveCheckouts } from './checkout-calls.ts'
import { serveControl } from './control-calls.ts'
import { deliverEvents } from './deliveries.ts'
import { planOf } from './delivery-plan.ts'
import { serveEvents } from './event-calls.ts'
import { letFail } from './faults.ts'
import { serveCardPage } from './pages/card-page.ts'
import { serveSecurePage } from './pages/secure-page.ts'
import type { Log, Parts } from './parts.ts'
import { serveMethods, servePayments, serveRefunds } from './payment-calls.ts'
import { Refusal } from './refusal.ts'
import { openStore } from './store.ts'

const bodyLimit = 64 * 1024
const tickMs = 1000
const graceMs = 2000

type Options = {
  /** Where the journal is kept. */
  folder: string
  accounts: readonly Account[]
  /** Milliseconds. */
  clock: () => number
  log: Log
  host: string
  /** 0 takes any free one. */
  port: number
  /** Where browsers find its pages, by the port that it got, without a slash at the end; where it listens when not given. */
  pagesAt?: (port: number) => string
  /** Opens `/control`, with which tests and the demo play the banks and the time. */
  controlKey?: string | undefined
}

/** Starts the trial payment provider: a server of its own that remembers its objects in `folder` and moves no money. */
export async function openSandbox({ folder, accounts: given, clock, log, host, port, ...options }: Options) {
  const store = await openStore(folder)
  const accounts = new Accounts(given)
  const server = Fastify({ bodyLimit, requestTimeout: 30_000, return503OnClosing: true })
  let pages = ''
  const sentAt = () => Math.floor(clock() / 1000)
  const now = () => sentAt() + (store.tables.clock.get('clock')?.seconds ?? 0)
  const url = () => pages
  const faults = { lose: 0, fail: 0 }
  const parts: Parts = { store, accounts, now, sentAt, url, wake: () => wake(), log, plan: planOf({}), faults }
  const { wake, stop } = deliverEvents(parts)
  serve(server, parts, options.controlKey)
  await server.listen({ host, port })
  const own = (server.server.address() as AddressInfo).port
  // Where it listens to every network, it is asked on this machine.
  const near = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  const origin = `http://${near}:${own}`
  pages = options.pagesAt?.(own) ?? origin
  const tick = setInterval(() => {
    wake()
    expireCheckouts(parts).catch((error: unknown) => log.error({ err: error }, 'Checkouts could not be closed'))
  }, tickMs)
  wake()
  return {
    url: origin,
    /** Where browsers find its pages. */
    pagesUrl: pages,
    /** Adds an account, or changes where its events go. */
    setAccount(account: Account) {
      accounts.set(account)
      wake()
    },
    async close() {
      clearInterval(tick)
      await Promise.all([server.close(), stop()])
      await store.close()
    },
  }
}

function serve(server: FastifyInstance, parts: Parts, controlKey: string | undefined) {
  useValidators(server)
  closeConnections(server, graceMs)
  answerErrors(server, parts)
  void server.register(
    async scope => {
      demandKey(scope, parts)
      letFail(scope, parts.faults)
      serveCheckouts(scope, parts)
      servePayments(scope, parts)
      serveRefunds(scope, parts)
      serveMethods(scope, parts)
      serveEvents(scope, parts)
    },
    { prefix: '/v1' },
  )
  if (controlKey !== undefined)
    void server.register(async scope => serveControl(scope, parts, controlKey), { prefix: '/control' })
  void server.register(async scope => {
    scope.removeAllContentTypeParsers()
    const form = 'application/x-www-form-urlencoded'
    scope.addContentTypeParser(form, { parseAs: 'string' }, async (_request: unknown, text: string) =>
      Object.fromEntries(new URLSearchParams(text)),
    )
    serveCardPage(scope, parts)
    serveSecurePage(scope, parts)
  })
}

function answerErrors(server: FastifyInstance, { log }: Parts) {
  server.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    if (error instanceof Refusal) {
      const { status, code, field, message } = error
      return reply.code(status).send({ error: { code, field, message } })
    }
    const [first] = error.validation ?? []
    if (first !== undefined) {
      const own = first.params['missingProperty'] ?? first.params['additionalProperty']
      const field = typeof own === 'string' ? own : first.instancePath.slice(1) || null
      return reply.code(400).send({ error: { code: 'invalid_request', field, message: first.message ?? '' } })
    }
    const status = error.statusCode ?? 500
    // The address of a page opens it, so only its pattern is logged.
    if (status >= 500) log.error({ err: error, call: request.routeOptions.url }, 'A call of the sandbox failed')
    const code = status >= 500 ? 'internal' : 'invalid_request'
    const message = status >= 500 ? 'Something failed here' : error.message
    return reply.code(status).send({ error: { code, field: null, message } })
  })
  server.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { code: 'not_found', field: null, message: 'There is no such call' } }),
  )
}
