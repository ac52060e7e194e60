import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailedApp, startMailedApp } from '#server/app/testing/mailed-app.ts'
import { shownCode, turnFactorOn, wrongCode } from '#server/app/testing/second-factor.ts'
import { testPassword } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: MailedApp
beforeAll(async () => {
  app = await startMailedApp({ trustProxy: true })
})
afterAll(() => app.close())

const stepMs = 30_000
const pass = (ms: number) => app.clock.set(app.clock.now + ms)
const query = (text: string, values: unknown[] = []) => app.db.query<Record<string, unknown>>({ text, values })
const codeOf = ({ status, data }: { status: number; data: object }) => [status, 'code' in data ? data.code : undefined]
/** The next e-mail to this person; those to others are of earlier tests. */
async function letterTo(email: string) {
  for (;;) {
    const letter = await app.mail.next()
    if (JSON.stringify(letter.to).includes(`"${email}"`)) return letter
  }
}
const inOrder = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)
let networks = 0
/** A new network each time, so that its limits do not hide what lies behind them. */
const newNetwork = () => ({ 'x-forwarded-for': `10.1.${++networks >> 8}.${networks & 255}` })

let people = 0
async function newExpert() {
  const email = `factor-${++people}@example.com`
  const client = await app.signIn({ role: 'expert', email })
  return { client, email }
}

/** An expert who has a factor; the next step has begun, so that a new code is shown. */
async function newConfirmed() {
  const { client, email } = await newExpert()
  const factor = await turnFactorOn(client, app.clock.now)
  pass(stepMs)
  return { client, email, ...factor, shown: () => shownCode(factor.secret, app.clock.now) }
}

type Session = { token: string; cookie: string }

async function signIn(email: string, headers: Record<string, string> = {}): Promise<Session> {
  const answer = await app.visitor.call('POST /auth/login', { body: { email, password: testPassword }, headers })
  expect(answer.status).toBe(200)
  return { token: answer.data.token, cookie: cookieOf(answer.headers) ?? headers['cookie'] ?? '' }
}
const cookieOf = (headers: Awaited<ReturnType<typeof confirm>>['headers']) =>
  [headers['set-cookie'] ?? ''].flat()[0]?.toString().split(';')[0] || undefined
const bearer = ({ token, cookie }: Session) => ({ authorization: `Bearer ${token}`, ...(cookie && { cookie }) })
const confirm = (session: Session, code: string, headers: Record<string, string> = {}) =>
  app.visitor.call('POST /user/second-factor/confirm', { body: { code }, headers: { ...bearer(session), ...headers } })
const look = async (session: Session) => codeOf(await app.visitor.call('GET /user', { headers: bearer(session) }))
const [open, closed] = [
  [200, undefined],
  [403, 'second_factor_needed'],
]

describe('turning on', () => {
  test('the session goes on, the others of the person need a code, and nothing counts before the first one', async () => {
    const { client, email } = await newExpert()
    const other = await signIn(email)
    const { data: offered } = await client.call('POST /user/second-factor/secret')
    expect(offered.address).toContain(`secret=${offered.secret}&`)
    expect(offered.address).toContain(encodeURIComponent(`:${email}`))
    expect((await client.call('GET /user/second-factor')).data).toEqual({ is_on: false, recovery_codes_left: 0 })
    expect(await look(other)).toEqual(open)
    const wrong = { sealed: offered.sealed, code: wrongCode(offered.secret, app.clock.now) }
    expect(codeOf(await client.call('POST /user/second-factor', { body: wrong }))).toEqual([422, 'code_wrong'])
    expect(await look(other)).toEqual(open)
    const right = { sealed: offered.sealed, code: shownCode(offered.secret, app.clock.now) }
    const on = await client.call('POST /user/second-factor', { body: right })
    expect(new Set(on.data.recovery_codes).size).toBe(10)
    for (const code of on.data.recovery_codes) expect(code).toMatch(/^[a-z2-9]{6}-[a-z2-9]{6}$/)
    expect((await client.call('GET /user/second-factor')).data).toEqual({ is_on: true, recovery_codes_left: 10 })
    expect(await look(other)).toEqual(closed)
    expect(codeOf(await confirm(other, right.code))).toEqual([422, 'code_wrong'])
    expect((await letterTo(email)).subject).toContain('two-step verification is on')
  })

  test('it takes a proof, which nobody has ten minutes after signing in', async () => {
    const { client } = await newExpert()
    const { data: offered } = await client.call('POST /user/second-factor/secret')
    pass(600_000)
    const body = { sealed: offered.sealed, code: shownCode(offered.secret, app.clock.now) }
    expect(codeOf(await client.call('POST /user/second-factor/secret'))).toEqual([403, 'proof_needed'])
    expect(codeOf(await client.call('POST /user/second-factor', { body }))).toEqual([403, 'proof_needed'])
    await client.call('POST /user/prove', { body: { password: testPassword } })
    expect((await client.call('POST /user/second-factor', { body })).status).toBe(200)
  })

  test('a secret that was offered to somebody else, or was changed, is none', async () => {
    const [one, two] = [await newExpert(), await newExpert()]
    const { data: offered } = await one.client.call('POST /user/second-factor/secret')
    const code = shownCode(offered.secret, app.clock.now)
    const changed = `${offered.sealed.slice(0, -4)}${offered.sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    for (const [client, sealed] of [
      [two.client, offered.sealed],
      [one.client, changed],
      [one.client, 'x'],
    ] as const)
      expect(codeOf(await client.call('POST /user/second-factor', { body: { sealed, code } }))).toEqual([
        422,
        'code_wrong',
      ])
  })

  test('of two at once one turns it on; who has it is offered no other', async () => {
    const { client } = await newExpert()
    const bodies = await Promise.all(
      [1, 2].map(async () => {
        const { secret, sealed } = (await client.call('POST /user/second-factor/secret')).data
        return { sealed, code: shownCode(secret, app.clock.now) }
      }),
    )
    const both = await Promise.all(bodies.map(body => client.call('POST /user/second-factor', { body })))
    expect(inOrder(both)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.data.code).toBe('second_factor_is_on')
    expect(codeOf(await client.call('POST /user/second-factor/secret'))).toEqual([409, 'second_factor_is_on'])
  })

  test('neither the secret nor a recovery code can be read in the database or in an export', async () => {
    const { client, secret, recoveryCodes } = await newConfirmed()
    const admin = await app.signIn({ role: 'admin' })
    const { rows } = await query(
      `select f::text as factor, (select json_agg(c)::text from recovery_codes c where c.second_factor_id = f.id) as codes
         from second_factors f where user_id = $1`,
      [client.userId],
    )
    const exported = await admin.call('GET /studio/users/:id/export', { params: { id: client.userId } })
    expect(exported.data.data['second_factors']).toEqual([
      expect.objectContaining({ user_id: client.userId, created_at: expect.any(String) }),
    ])
    expect(Object.keys(exported.data.data['second_factors']?.[0] ?? {})).not.toContain('sealed_secret')
    const shown = JSON.stringify([rows, exported.data])
    expect(rows[0]?.['codes']).toMatch(/code_hash/)
    for (const known of [secret, ...recoveryCodes]) expect(shown).not.toContain(known)
  })
})

describe('confirming a session', () => {
  test('a code opens the session it was entered in; each code works once, and not the one before it [STF-23]', async () => {
    const { email, secret, shown } = await newConfirmed()
    const [one, two] = [await signIn(email), await signIn(email)]
    expect(await look(one)).toEqual(closed)
    expect(codeOf(await confirm(one, wrongCode(secret, app.clock.now)))).toEqual([422, 'code_wrong'])
    expect(await look(one)).toEqual(closed)
    expect(codeOf(await confirm(one, `${shown().slice(0, 3)} ${shown().slice(3)}`))).toEqual(open)
    expect([await look(one), await look(two)]).toEqual([open, closed])
    expect(codeOf(await confirm(two, shown()))).toEqual([422, 'code_wrong'])
    pass(stepMs)
    expect(codeOf(await confirm(two, shownCode(secret, app.clock.now - stepMs)))).toEqual([422, 'code_wrong'])
    expect(codeOf(await confirm(two, shown()))).toEqual(open)
    expect(await look(two)).toEqual(open)
  })

  test('of two devices with the same code at once one gets in', async () => {
    const { email, shown } = await newConfirmed()
    const sessions = [await signIn(email), await signIn(email)]
    const both = await Promise.all(sessions.map(session => confirm(session, shown())))
    expect(inOrder(both)).toEqual([200, 422])
    expect((await Promise.all(sessions.map(look))).filter(([status]) => status === 200)).toHaveLength(1)
  })

  test('a session that another tab has confirmed asks for no code', async () => {
    const { email, shown } = await newConfirmed()
    const session = await signIn(email)
    await confirm(session, shown())
    expect(codeOf(await confirm(session, 'anything'))).toEqual(open)
  })

  test('somebody else’s code and recovery code open nothing', async () => {
    const [one, two] = [await newConfirmed(), await newConfirmed()]
    const session = await signIn(one.email)
    expect(codeOf(await confirm(session, two.shown()))).toEqual([422, 'code_wrong'])
    expect(codeOf(await confirm(session, two.recoveryCodes[0] ?? ''))).toEqual([422, 'code_wrong'])
  })

  test('a recovery code works once, however it is written, also of two devices at once [STF-23]', async () => {
    const { client, email, recoveryCodes } = await newConfirmed()
    const [first = '', second = ''] = recoveryCodes
    const one = await signIn(email)
    expect(codeOf(await confirm(one, ` ${first.toUpperCase().replace('-', ' ')} `))).toEqual(open)
    expect(await look(one)).toEqual(open)
    expect((await client.call('GET /user/second-factor')).data.recovery_codes_left).toBe(9)
    const others = [await signIn(email), await signIn(email)]
    expect(codeOf(await confirm(others[0] as Session, first))).toEqual([422, 'code_wrong'])
    const both = await Promise.all(others.map(session => confirm(session, second)))
    expect(inOrder(both)).toEqual([200, 422])
  })

  test('signing in by a code, by a link of the person, or by a new password opens nothing without a code either', async () => {
    const { client, email, shown } = await newConfirmed()
    await letterTo(email)
    const sessionOf = ({ data }: { data: { token: string } }) => ({ token: data.token, cookie: '' })
    const { token } = (await client.call('POST /auth/transfer-token')).data
    const byLink = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
    await app.visitor.call('POST /v2/auth/request-otp', { body: { email } })
    const code = /\b\d{6}\b/.exec((await letterTo(email)).subject ?? '')?.[0] ?? ''
    const byCode = await app.visitor.call('POST /v2/auth/verify-otp', { body: { email, code } })
    expect(await Promise.all([byLink, byCode].map(sessionOf).map(look))).toEqual([closed, closed])
    await app.visitor.call('POST /auth/request-password-reset', { body: { email } })
    const resetToken = decodeURIComponent(/token=([^\s"&]+)/.exec((await letterTo(email)).text ?? '')?.[1] ?? '')
    const passwords = { password: 'a blue kettle', password_repeat: 'a blue kettle' }
    const byReset = await app.visitor.call('POST /auth/reset-password', { body: { token: resetToken, ...passwords } })
    expect(await look(sessionOf(byReset))).toEqual(closed)
    expect(codeOf(await confirm(sessionOf(byReset), shown()))).toEqual(open)
  })
})

describe('guessing', () => {
  test('ten tries from a network and twenty from everywhere end it for a day; a device that was confirmed has its own', async () => {
    const { email, secret, shown } = await newConfirmed()
    const own = await signIn(email)
    const confirmed = await confirm(own, shown())
    const known = cookieOf(confirmed.headers) ?? ''
    expect(known).toMatch(/device=/)
    const guesses = async (count: number, headers: Record<string, string>) => {
      const session = await signIn(email, headers)
      const statuses = []
      for (let tries = 0; tries < count; tries++)
        statuses.push((await confirm(session, wrongCode(secret, app.clock.now), headers)).status)
      return statuses
    }
    const one = newNetwork()
    expect(await guesses(11, one)).toEqual([...Array<number>(10).fill(422), 429])
    // Signing in again makes the device no known one: only a right code does.
    expect(await guesses(1, one)).toEqual([429])
    expect(await guesses(11, newNetwork())).toEqual([...Array<number>(10).fill(422), 429])
    pass(stepMs)
    const stranger = newNetwork()
    expect((await confirm(await signIn(email, stranger), shown(), stranger)).status).toBe(429)
    const again = await signIn(email, { ...stranger, cookie: known })
    expect(codeOf(await confirm(again, shown(), { ...stranger, cookie: known }))).toEqual(open)
  })

  test('a right code clears the tries of its network', async () => {
    const { email, secret, shown } = await newConfirmed()
    const network = newNetwork()
    for (let round = 0; round < 2; round++) {
      const session = await signIn(email, network)
      for (let tries = 0; tries < 9; tries++)
        await confirm({ ...session, cookie: '' }, wrongCode(secret, app.clock.now), network)
      expect(codeOf(await confirm({ ...session, cookie: '' }, shown(), network))).toEqual(open)
      pass(stepMs)
    }
  })

  test('browsers that knew the password alone are forgotten when it is turned on', async () => {
    const { client, email } = await newExpert()
    const { cookie } = await signIn(email)
    const devices = async () => (await query('select id from known_devices where user_id = $1', [client.userId])).rows
    expect([cookie.startsWith('device='), (await devices()).length]).toEqual([true, 1])
    await turnFactorOn(client, app.clock.now)
    expect(await devices()).toHaveLength(1)
    await signIn(email)
    expect(await devices()).toHaveLength(1)
  })
})

describe.each([
  ['POST /user/second-factor/turn-off', 'the sessions need no code any more'],
  ['POST /user/second-factor/recovery-codes', 'the old ones work no more'],
] as const)('%s', (name, _then) => {
  test('takes a proof and a code', async () => {
    const { client, secret, shown } = await newConfirmed()
    pass(600_000)
    expect(codeOf(await client.call(name, { body: { code: shown() } }))).toEqual([403, 'proof_needed'])
    await client.call('POST /user/prove', { body: { password: testPassword } })
    const wrong = { code: wrongCode(secret, app.clock.now) }
    expect(codeOf(await client.call(name, { body: wrong }))).toEqual([422, 'code_wrong'])
    expect((await client.call('GET /user/second-factor')).data).toEqual({ is_on: true, recovery_codes_left: 10 })
    expect((await client.call(name, { body: { code: shown() } })).status).toBe(200)
  })

  test('is refused to who has none, and after too many tries', async () => {
    const { client } = await newExpert()
    expect(codeOf(await client.call(name, { body: { code: '123456' } }))).toEqual([422, 'code_wrong'])
    const { client: other, secret } = await newConfirmed()
    const tries = []
    for (let count = 0; count < 11; count++)
      tries.push((await other.call(name, { body: { code: wrongCode(secret, app.clock.now) } })).status)
    expect(tries).toEqual([...Array<number>(10).fill(422), 429])
  })
})

test('after it is turned off no session needs a code, and turning it on again asks each of them again', async () => {
  const { client, email, shown } = await newConfirmed()
  const waiting = await signIn(email)
  expect((await client.call('POST /user/second-factor/turn-off', { body: { code: shown() } })).status).toBe(200)
  await letterTo(email)
  expect((await letterTo(email)).subject).toContain('two-step verification is off')
  expect(await look(waiting)).toEqual(open)
  expect((await client.call('GET /user/second-factor')).data).toEqual({ is_on: false, recovery_codes_left: 0 })
  pass(stepMs)
  await turnFactorOn(client, app.clock.now)
  expect(await look(waiting)).toEqual(closed)
  expect((await client.call('GET /user')).status).toBe(200)
})

test('new recovery codes replace the old ones', async () => {
  const { client, email, recoveryCodes, shown } = await newConfirmed()
  const renewed = await client.call('POST /user/second-factor/recovery-codes', { body: { code: shown() } })
  expect(new Set([...renewed.data.recovery_codes, ...recoveryCodes]).size).toBe(20)
  const session = await signIn(email)
  expect(codeOf(await confirm(session, recoveryCodes[0] ?? ''))).toEqual([422, 'code_wrong'])
  expect(codeOf(await confirm(session, renewed.data.recovery_codes[0] ?? ''))).toEqual(open)
})

test('each change is in the log, with who made it and no secret', async () => {
  const { client, shown } = await newConfirmed()
  await client.call('POST /user/second-factor/recovery-codes', { body: { code: shown() } })
  pass(stepMs)
  await client.call('POST /user/second-factor/turn-off', { body: { code: shown() } })
  const { rows } = await query(`select action, actor_id, detail from audit_log where target_id = $1 order by id`, [
    client.userId,
  ])
  const entry = (action: string) => ({ action, actor_id: client.userId, detail: {} })
  expect(rows).toEqual(['second_factor.on', 'second_factor.codes', 'second_factor.off'].map(entry))
})

test('staff who are signed in as the person see and change nothing of it', async () => {
  const { client } = await newConfirmed()
  const admin: TestClient = await app.signIn({ role: 'admin' })
  await query('update sessions set impersonator_id = $2 where user_id = $1', [client.userId, admin.userId])
  const calls = [
    client.call('GET /user/second-factor'),
    client.call('POST /user/second-factor/secret'),
    client.call('POST /user/second-factor', { body: { sealed: 'x', code: '1' } }),
    client.call('POST /user/second-factor/confirm', { body: { code: '1' } }),
    client.call('POST /user/second-factor/recovery-codes', { body: { code: '1' } }),
    client.call('POST /user/second-factor/turn-off', { body: { code: '1' } }),
  ]
  for (const answer of await Promise.all(calls)) expect(codeOf(answer)).toEqual([403, 'not_for_staff'])
})
