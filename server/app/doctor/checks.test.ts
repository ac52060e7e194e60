import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { mailCheck } from '#server/platform/mail/check-mail.ts'
import { openMailSink } from '#server/platform/mail/testing/mail-sink.ts'
import { textCheck } from '#server/platform/sms/check-texter.ts'
import { freePort } from '#server/platform/testing/free-port.ts'
import { createEmptyDatabase } from '#server/platform/testing/test-database.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { addressCheck } from './address-check.ts'
import { clockCheck } from './clock-check.ts'
import { databaseCheck } from './database-check.ts'
import { diskCheck } from './disk-check.ts'

let app: TestApp
let folder: string
let origin = ''
beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'doctor-test-'))
  origin = await app.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** A web server that gives one answer. */
async function serve(status: number, headers: Record<string, string> = {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.authorization ?? ''}`.trim())
    response.writeHead(status, headers).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, asked, close: () => new Promise(resolve => server.close(resolve)) }
}

/** A mail server that lets in one user with their password. */
async function openStrictMailServer(user: string, password: string) {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password: given }, _session, answer) =>
      answer(username === user && given === password ? null : new Error('Invalid'), { user }),
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}

test('the database says its version and how far it is, and one that may not be written or is not there is broken [OPS-10]', async () => {
  expect(await databaseCheck(app.db).run()).toMatchObject({
    says: expect.stringMatching(/^PostgreSQL \d\d.*, \d+\.\d ms away, can be written$/),
  })
  const readOnly = await createEmptyDatabase()
  await readOnly.database.query({
    text: `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  })
  const reader = openDatabase(readOnly.connection, () => undefined)
  await expect(databaseCheck(reader).run()).rejects.toThrow('read-only')
  await reader.close()
  await readOnly.drop()
  const nowhere = openDatabase(
    { connectionString: `postgres://kurso@127.0.0.1:${await freePort()}/school` },
    () => undefined,
  )
  await expect(databaseCheck(nowhere).run()).rejects.toThrow()
  await nowhere.close()
})

test('the clock is compared with the database’s and that of the internet [OPS-10]', async () => {
  const right = await serve(204, { date: new Date().toUTCString() })
  const wrong = await serve(204, { date: new Date(Date.now() - 60_000).toUTCString() })
  const closed = `http://127.0.0.1:${await freePort()}/`
  const check = (now: () => number, timeUrl: string) =>
    clockCheck({ now, database: app.db, timeUrl, allowPrivate: true }).run()
  expect(await check(Date.now, right.url)).toMatchObject({ state: 'good', says: expect.stringMatching(/internet's$/) })
  expect(await check(() => Date.now() + 20_000, closed)).toMatchObject({
    state: 'broken',
    says: expect.stringMatching(/^-(19|20|21)\.\d s off the database's, not compared/),
    advice: expect.stringContaining('NTP'),
  })
  expect(await check(Date.now, wrong.url)).toMatchObject({
    state: 'broken',
    says: expect.stringMatching(/, -\d\d\.\d s off the internet's$/),
  })
  await Promise.all([right.close(), wrong.close()])
})

test('the disk is written to and its room is judged; nothing is left there [OPS-10]', async () => {
  const gigabyte = 1024 ** 3
  const stateOf = async (free: number) => (await diskCheck(folder, async () => free).run()).state
  expect([await stateOf(9 * gigabyte), await stateOf(3 * gigabyte), await stateOf(gigabyte / 8)]).toEqual([
    'good',
    'lacking',
    'broken',
  ])
  expect((await diskCheck(folder).run()).says).toMatch(/^\d+\.\d GB free in /)
  expect(await readdir(folder)).toEqual([])
  await writeFile(join(folder, 'file'), '')
  await expect(diskCheck(join(folder, 'file/data')).run()).rejects.toThrow()
  await rm(join(folder, 'file'))
})

test('the public address is opened with its live connection; without TLS only this machine may be reached [OPS-10]', async () => {
  const place = { host: '127.0.0.1', port: 4000, now: Date.now }
  const check = (publicUrl: string, trustProxy = false) => addressCheck({ ...place, publicUrl, trustProxy }).run()
  expect(await check(origin)).toMatchObject({
    state: 'good',
    says: `${origin} opens with its live connection, on this machine alone`,
  })
  expect(await check(origin, true)).toMatchObject({ state: 'lacking', advice: expect.stringContaining('https://') })
  const other = await serve(200)
  expect(await check(other.url)).toMatchObject({ state: 'broken', says: expect.stringContaining('not as Kurso') })
  await other.close()
  await expect(check(`http://127.0.0.1:${await freePort()}`)).rejects.toThrow()
  // A proxy that passes on no upgrades.
  const proxy = createServer((_request, response) => response.end('{"status":"ok"}'))
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  expect(await check(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)).toMatchObject({
    state: 'broken',
    advice: expect.stringContaining('Upgrade'),
  })
  await new Promise(resolve => proxy.close(resolve))
})

test('the mail server lets us in, and nothing is sent; without one, or where it is not, that is told [OPS-10]', async () => {
  const sink = await openMailSink()
  expect(await mailCheck({ smtpUrl: sink.smtpUrl }).run()).toMatchObject({
    state: 'good',
    says: expect.stringMatching(/^127\.0\.0\.1 lets us in/),
  })
  expect(sink.arrived).toEqual([])
  const strict = await openStrictMailServer('user', 'right')
  const withPassword = (password: string) =>
    mailCheck({ smtpUrl: `smtp://user:${password}@127.0.0.1:${strict.port}` }).run()
  expect(await withPassword('right')).toMatchObject({ state: 'good' })
  await expect(withPassword('wrong')).rejects.toThrow('535')
  await strict.close()
  await sink.close()
  await expect(mailCheck({ smtpUrl: sink.smtpUrl }).run()).rejects.toThrow('ECONNREFUSED')
  expect(await mailCheck({}).run()).toMatchObject({ state: 'lacking', advice: expect.stringContaining('SMTP_URL') })
})

test('the gateway for text messages is there and knows our token, and nothing is sent [OPS-10]', async () => {
  const [there, strange, ill] = [await serve(405), await serve(401), await serve(502)]
  const run = (smsWebhookUrl?: string) => textCheck({ smsWebhookUrl, smsWebhookToken: 'secret' }).run()
  expect(await run(there.url)).toMatchObject({ state: 'good' })
  expect(there.asked).toEqual(['OPTIONS Bearer secret'])
  expect(await run(strange.url)).toMatchObject({
    state: 'broken',
    advice: expect.stringContaining('SMS_WEBHOOK_TOKEN'),
  })
  expect(await run(ill.url)).toMatchObject({ state: 'broken', says: expect.stringContaining('502') })
  expect(await run()).toMatchObject({ state: 'lacking', advice: expect.stringContaining('SMS_WEBHOOK_URL') })
  await Promise.all([there.close(), strange.close(), ill.close()])
})
