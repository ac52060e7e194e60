import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { freeBytes } from '#server/platform/storage/free-bytes.ts'

const readyMs = 2500
/** What the database needs to go on: two pieces of its log, of 16 MiB each. */
const neededBytes = 32 * 1024 ** 2

type Dependencies = { database: Database; dataDir: string; log: FastifyBaseLogger }

/**
 * Liveness at /healthz; readiness at /readyz. A database that says nothing for `readyMs`, or a disk that has no room to
 * write, cannot serve.
 */
export function serveHealth(server: FastifyInstance, { database, dataDir, log }: Dependencies) {
  const answers = () =>
    database.query({ name: 'ready', text: 'select 1' }).then(
      () => true,
      () => false,
    )
  const hasRoom = async () => {
    const free = await freeBytes(dataDir)
    if (free < neededBytes) log.error({ free, folder: dataDir }, 'The disk is full')
    return free >= neededBytes
  }
  server.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }))
  server.get('/readyz', { schema: { hide: true } }, async () => {
    const asked = Promise.all([answers(), hasRoom()]).then(found => found.every(Boolean))
    const isReady = await Promise.race([asked, pause(readyMs, false, { ref: false })])
    return isReady ? { status: 'ok' } : refuseCommon('unavailable', { retryAfter: 2 })
  })
}
