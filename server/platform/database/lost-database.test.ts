import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postmasterOf, signalPostgres } from '#server/app/testing/child-server.ts'
import { type Database, isConnectionLoss, isOutOfResources, openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'

let dataDir: string
let postgres: EmbeddedPostgres
let database: Database

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kurso-lost-'))
  chmodSync(dataDir, 0o711)
  const log = { info: () => undefined, warn: () => undefined }
  postgres = await startEmbeddedPostgres({ dataDir, log, parameters: { fsync: 'off' } })
  database = openDatabase(postgres.connection, () => undefined, 8, 1000)
  await database.query({ text: 'create table written (number int)' })
})
afterAll(async () => {
  await database.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const write = (number: number) =>
  database.inTransaction(tx => tx.query({ text: 'insert into written values ($1)', values: [number] }))
const isBack = () =>
  write(0).then(
    () => true,
    () => false,
  )

/** Writes from many sides until it is stopped; answers how the writes that failed failed. */
function writing() {
  const failures: unknown[] = []
  let isOn = true
  const sides = Array.from({ length: 40 }, async () => {
    while (isOn) await write(1).catch((error: unknown) => failures.push(error))
  })
  return async () => {
    isOn = false
    await Promise.all(sides)
    return failures
  }
}

/** As an administrator of the database does, over a connection of their own. */
async function endConnections(): Promise<void> {
  const beside = openDatabase(postgres.connection, () => undefined, 1)
  await beside.query({ text: 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()' })
  await beside.close()
}

const stops: [how: string, stop: () => unknown][] = [
  ['is killed', () => process.kill(postmasterOf(dataDir), 'SIGKILL')],
  ['stops fast', () => process.kill(postmasterOf(dataDir), 'SIGINT')],
  ['stops at once', () => process.kill(postmasterOf(dataDir), 'SIGQUIT')],
  ['ends every connection', endConnections],
]

test.each(stops)(
  'a database that %s under parallel writes ends no process, and is used again [REL-04]',
  async (_how, stop) => {
    for (let round = 0; round < 3; round++) {
      const stopped = writing()
      await new Promise(resolve => setTimeout(resolve, 200))
      await stop()
      await new Promise(resolve => setTimeout(resolve, 300))
      const failures = await stopped()
      expect(failures.length).toBeGreaterThan(0)
      expect(failures.filter(error => !isConnectionLoss(error))).toEqual([])
      await expect.poll(isBack, { timeout: 20_000, interval: 100 }).toBe(true)
    }
  },
)

test('a connection that is ended in the breath in which it was opened ends no process [REL-04]', async () => {
  const message = (type: string, body: string) => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(4 + body.length, 1)
    return Buffer.concat([head, Buffer.from(body)])
  }
  const fatal = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0')
  const ending = createServer(socket => {
    socket.once('data', () => socket.end(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I'), fatal])))
  })
  await once(ending.listen(0, '127.0.0.1'), 'listening')
  const { port } = ending.address() as AddressInfo
  const place = { host: '127.0.0.1', port, user: 'any', database: 'any' }
  const short = openDatabase(place, () => undefined)
  await expect(short.inTransaction(tx => tx.query({ text: 'select 1' }))).rejects.toSatisfy(isConnectionLoss)
  await short.close()
  ending.close()
})

test('a database that is frozen is a lost connection after the limit, and is used again at once [REL-04]', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, number) => write(number)))
  signalPostgres(dataDir, 'SIGSTOP')
  const askedAt = Date.now()
  try {
    const first = Array.from({ length: 30 }, (_, number) => write(number).catch((error: unknown) => error))
    for (const failed of await Promise.all(first)) expect(isConnectionLoss(failed)).toBe(true)
    expect(Date.now() - askedAt).toBeLessThan(4500)
    await expect(write(1)).rejects.toSatisfy(isConnectionLoss)
    expect(Date.now() - askedAt).toBeLessThan(8000)
  } finally {
    signalPostgres(dataDir, 'SIGCONT')
  }
  const resumedAt = Date.now()
  await expect.poll(isBack, { timeout: 3000 }).toBe(true)
  expect(Date.now() - resumedAt).toBeLessThan(3000)
})

test('after a statement without an answer no connection that there was is used [REL-04]', async () => {
  const pids = async () => {
    const text = 'select pg_backend_pid() as pid, pg_sleep(0.2)'
    const asked = Array.from({ length: 8 }, () => database.query<{ pid: number }>({ text }))
    return (await Promise.all(asked)).map(({ rows }) => rows[0]?.pid)
  }
  const before = await pids()
  await expect(database.query({ text: 'select pg_sleep(1.3)' })).rejects.toSatisfy(isConnectionLoss)
  expect((await pids()).filter(pid => before.includes(pid))).toEqual([])
})

test('a statement may be given longer than the limit, or less [REL-04]', async () => {
  const long = { text: 'select pg_sleep(1.3)', query_timeout: 5000 }
  expect((await database.query(long)).rows).toHaveLength(1)
  await expect(database.query({ text: 'select pg_sleep(1.3)' })).rejects.toSatisfy(isConnectionLoss)
  const held = database.inTransaction(async tx => {
    await tx.query({ text: 'select pg_sleep(1.3)' })
  })
  await expect(held).rejects.toSatisfy(isConnectionLoss)
  expect((await database.query({ text: 'select 7 as seven' })).rows).toEqual([{ seven: 7 }])
})

test.each(['53100', '53200', '53300'])('%s is a database out of resources [REL-04]', code => {
  expect(isOutOfResources(Object.assign(new Error('full'), { code }))).toBe(true)
})

test.each(['57P03', '57P01', '08006', 'ECONNREFUSED'])('%s is a lost connection [REL-04]', code => {
  const error = Object.assign(new Error('gone'), { code })
  expect([isConnectionLoss(error), isOutOfResources(error)]).toEqual([true, false])
})
