import { expect, test } from 'vitest'
import { Browser, school } from '#server/features/social/testing/browser.ts'
import { startIdentityProvider } from '#server/features/social/testing/identity-provider.ts'
import { openTextGateway } from '#server/platform/sms/testing/text-gateway.ts'
import { shownCode } from '../testing/second-factor.ts'
import { openLog } from '../log.ts'
import { startMailedApp } from '../testing/mailed-app.ts'
import { startTestApp, testPassword } from '../testing/test-app.ts'

test('no log line has a token, a password or a cookie, whatever fails; no answer has SQL or a stack [SEC-01, OPS-04]', async () => {
  const lines: string[] = []
  const app = await startTestApp({ log: openLog('trace', { write: line => void lines.push(line) }) })
  try {
    const learner = await app.signIn({ email: 'learner@example.com' })
    const transfer = (await learner.call('POST /auth/transfer-token')).data.token
    const login = (body: Record<string, unknown>) => app.visitor.call('POST /auth/login', { body })
    const token = (await login({ email: 'learner@example.com', password: testPassword })).data.token
    await login({ email: 'learner@example.com', password: 'wrong-password-1' })
    await login({ email: 'learner@example.com', password: { deep: 'wrong-password-2' } })
    await app.server.inject({
      method: 'POST',
      url: '/spa/api/v1/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: '{"password":"wrong-password-3"',
    })
    const headers = { cookie: `token=${token}`, authorization: `Bearer ${token}` }
    await app.server.inject({ url: `/media/AAAAAAAAAAAAAAAAAAAAAA/video.mp4?token=${token}`, headers })
    await app.server.inject({ url: `/auto-login?token=${transfer}`, headers: { ...headers, accept: 'text/html' } })
    await app.db.query({ text: 'alter table sessions add constraint none check (expires_at is null) not valid' })
    await app.db.query({ text: 'alter table users rename column city to town' })
    const answers = [
      await learner.call('GET /user', { language: 'es' }),
      await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token: transfer } }),
    ]
    for (const { status, data } of answers) {
      expect(status).toBe(500)
      expect(Object.keys(data).sort()).toEqual(['code', 'message'])
      expect(data.code).toBe('server_error')
    }
    expect(answers[0]?.data.message).toBe('Se produjo un error en el servidor, inténtalo más tarde')

    const said = lines.join('')
    expect(said).toContain('Unexpected failure')
    expect(said).toMatch(/"reqId":"[0-9a-f-]{36}"/)
    for (const secret of [learner.token, token, transfer, testPassword, 'wrong-password', 'Bearer ', '$argon2id$'])
      expect(said).not.toContain(secret)
    expect(said).not.toMatch(/Failing row contains/)
  } finally {
    await app.close()
  }
})

test('signing in with a network leaves no token, code or secret in the log, the metrics or the database [SEC-01, ACC-31, ACC-36]', async () => {
  const lines: string[] = []
  const networks = await startIdentityProvider({ schools: [school] })
  const log = openLog('trace', { write: line => void lines.push(line) })
  const app = await startTestApp({ log, given: { social: networks.settings } })
  const secrets: string[] = []
  const note = (address: string | URL | undefined) => {
    for (const [name, value] of new URL(address ?? 'x:').searchParams)
      if (['token', 'code', 'state', 'nonce', 'code_challenge'].includes(name)) secrets.push(value)
  }
  try {
    const learner = await app.signIn()
    const browser = new Browser(app)
    const { token } = (await learner.call('POST /auth/transfer-token')).data
    const linking = await browser.visit(`${school}/spa/social/google/link?token=${token}`)
    const cookies = [...(browser.cookies.get('school.test')?.values() ?? [])]
    for (const address of [linking.location, await browser.signInAt('google', 'secretive', linking)]) note(address)
    const login = await browser.visit(`${school}/spa/social/google/login`)
    const back = await browser.signInAt('google', 'secretive', login)
    for (const address of [login.location, back]) note(address)
    for (const address of browser.visited) note(address)
    await browser.visit(`${school}/spa/social/google/callback?state=${'s'.repeat(43)}&code=made-up-code`)
    await browser.visit(`${school}/spa/social/google/link?token=${learner.token}`)
    secrets.push(token, learner.token, 'made-up-code', 'secretive', 'between the school', ...cookies)
    expect(new Set(secrets).size).toBeGreaterThan(12)
    const metrics = await app.server.inject({ url: '/metrics' })
    expect(metrics.body).toContain('route="/spa/social/:source/callback"')
    const { rows } = await app.db.query({ text: 'select * from transfer_tokens' })
    expect(rows.length).toBeGreaterThan(0)
    const told = [lines.join(''), metrics.body, JSON.stringify(rows)].join()
    expect(told).toContain('Sign-in or link with a network failed')
    for (const secret of secrets) expect(told).not.toContain(secret)
  } finally {
    await app.close()
    await networks.close()
  }
})

test('no log line or job contains a password, a code or an e-mail’s link, even when it cannot be sent [SEC-01, ACC-11]', async () => {
  const lines: string[] = []
  const gateway = await openTextGateway()
  const log = openLog('trace', { write: line => void lines.push(line) })
  const outbox = { smsWebhookUrl: gateway.url, smsWebhookToken: 'secret-of-the-gateway' }
  const app = await startMailedApp({ log, outbox })
  try {
    const email = 'learner@example.com'
    const learner = await app.signIn({ email })
    const passwords = { password: 'secret kettle', password_repeat: 'secret kettle' }
    const form = new FormData()
    for (const [name, value] of Object.entries({ username: 'Ada', email: 'ada@example.com', ...passwords }))
      form.set(name, value)
    const sent = new Response(form)
    await app.server.inject({
      method: 'POST',
      url: '/spa/api/v1/auth/signup-by-email',
      headers: { 'x-app-id': 'kurso', 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    await app.visitor.call('POST /v2/auth/request-otp', { body: { email } })
    const code = /\d{6}/.exec((await app.mail.next()).subject ?? '')?.[0] ?? ''
    await app.visitor.call('POST /v2/auth/verify-otp', { body: { email, code: `${code}1` } })
    await app.visitor.call('POST /auth/request-password-reset', { body: { email } })
    const token = /token=(\S+)/.exec((await app.mail.next()).text ?? '')?.[1] ?? ''
    await app.server.inject({ url: `/reset?token=${token}`, headers: { accept: 'text/html' } })
    gateway.answer.status = 500
    await learner.call('POST /user/request-phone-otp', { body: { phone: '+34600123456' } })
    await expect.poll(() => lines.join(''), { timeout: 10_000 }).toContain('A job failed')
    const texts = (await app.db.query<{ job: string }>({ text: 'select job::text from pgboss.job' })).rows
    gateway.answer.status = 200
    const phoneCode = /\d{6}/.exec((await gateway.next()).text)?.[0] ?? ''
    await app.visitor.call('POST /auth/reset-password', { body: { token, ...passwords, password_repeat: 'other' } })
    await app.db.query({ text: 'alter table sessions add constraint none check (expires_at is null) not valid' })
    const reset = await app.visitor.call('POST /auth/reset-password', { body: { token, ...passwords } })
    const verified = await app.visitor.call('POST /v2/auth/verify-otp', { body: { email, code } })
    expect([reset.status, verified.status]).toEqual([500, 500])
    expect([code.length, phoneCode.length, token.length]).toEqual([6, 6, 43])
    const said = lines.join('')
    expect(said).toContain('Unexpected failure')
    for (const secret of [token, 'secret kettle', '$argon2id$', 'secret-of-the-gateway'])
      expect(said).not.toContain(secret)
    // Six digits may occur by chance within a time, but not on their own.
    for (const secret of [code, phoneCode]) expect(said).not.toMatch(new RegExp(`(?<![\\d.])${secret}(?!\\d)`))
    const jobs = texts.map(({ job }) => job).join('')
    expect(jobs).toContain('send-phone-code')
    for (const secret of [token, '600123456', email]) expect(jobs).not.toContain(secret)
  } finally {
    await app.close()
    await gateway.close()
  }
})

test('no log line or job has the secret or a code of a second factor, whatever fails [SEC-01]', async () => {
  const lines: string[] = []
  const app = await startTestApp({ log: openLog('trace', { write: line => void lines.push(line) }) })
  try {
    const expert = await app.signIn({ role: 'expert', email: 'expert@example.com' })
    const { data: offered } = await expert.call('POST /user/second-factor/secret')
    const code = shownCode(offered.secret, app.clock.now)
    const body = { sealed: offered.sealed, code }
    const recoveryCodes = (await expert.call('POST /user/second-factor', { body })).data.recovery_codes
    const jobs = (await app.db.query<{ job: string }>({ text: 'select job::text from pgboss.job' })).rows
    const login = { email: 'expert@example.com', password: testPassword }
    const { token } = (await app.visitor.call('POST /auth/login', { body: login })).data
    const confirm = (typed: string) =>
      app.visitor.call('POST /user/second-factor/confirm', {
        body: { code: typed },
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await confirm('wrong-recovery-code')).status).toBe(422)
    await app.db.query({ text: 'alter table recovery_codes rename to codes' })
    expect((await confirm(recoveryCodes[0] ?? '')).status).toBe(500)
    await app.db.query({ text: 'alter table second_factors rename column last_step to step' })
    expect((await confirm(code)).status).toBe(500)
    const said = [...lines, ...jobs.map(({ job }) => job)].join('')
    expect(said).toContain('Unexpected failure')
    expect(said).toContain('send-second-factor-changed')
    for (const secret of [offered.secret, offered.sealed, 'wrong-recovery-code', ...recoveryCodes])
      expect(said).not.toContain(secret)
    expect(said).not.toMatch(new RegExp(`(?<![\\d.])${code}(?!\\d)`))
  } finally {
    await app.close()
  }
})

test('credentials are redacted from a log entry at any depth [SEC-01]', () => {
  const lines: string[] = []
  const log = openLog('info', { write: line => void lines.push(line) })
  const secrets = { token: 'secret-1', password: 'secret-2', authorization: 'secret-3', cookie: 'secret-4' }
  log.info(secrets, 'at the top')
  log.info({ body: secrets, req: { headers: secrets, inner: { body: secrets } } }, 'below')
  expect(lines.join('')).not.toMatch(/secret-\d/)
})

test('the client address is taken from the proxy, not from its client [SEC-03]', async () => {
  const body = { email: 'nobody@example.com', password: 'x' }
  const attempts = async (trustProxy: boolean, forwarded: (index: number) => string) => {
    const app = await startTestApp({ trustProxy })
    try {
      const statuses: number[] = []
      for (let index = 0; index < 12; index++) {
        const headers = { 'x-forwarded-for': forwarded(index) }
        statuses.push((await app.visitor.call('POST /auth/login', { body, headers })).status)
      }
      return statuses.filter(status => status === 429).length
    } finally {
      await app.close()
    }
  }
  expect(await attempts(false, index => `203.0.113.${index}`)).toBe(2)
  expect(await attempts(true, index => `198.51.100.${index}, 203.0.113.9`)).toBe(2)
  expect(await attempts(true, index => `2001:db8:1:2::${index + 1}`)).toBe(2)
  expect(await attempts(true, index => `203.0.113.${index}`)).toBe(0)
})

test('refusing takes as long for an existing account as for a missing one [SEC-03]', async () => {
  const app = await startTestApp()
  try {
    await app.signIn({ email: 'here@example.com' })
    const login = (email: string) => app.visitor.call('POST /auth/login', { body: { email, password: 'x' } })
    const time = async (email: string) => {
      const begun = process.hrtime.bigint()
      const { status, data } = await login(email)
      expect([status, data.code, data.errors]).toEqual([422, 'wrong_credentials', { password: [data.message] }])
      return Number(process.hrtime.bigint() - begun) / 1e6
    }
    await time('first@example.com')
    const there: number[] = []
    const missing: number[] = []
    for (let index = 0; index < 7; index++) {
      there.push(await time('here@example.com'))
      missing.push(await time(`missing-${index}@example.com`))
    }
    // A hash takes tens of milliseconds, everything else one or two: a path without it would be ten times faster.
    const ratio = Math.min(...missing) / Math.min(...there)
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  } finally {
    await app.close()
  }
})

test('too many requests from one address are refused with a waiting time, in the caller’s language [SEC-03]', async () => {
  const app = await startTestApp()
  try {
    const learner = await app.signIn()
    const exchange = () =>
      app.visitor.call('POST /auth/exchange-transfer-token', { body: { token: 'made-up' }, language: 'es' })
    const statuses = []
    for (let index = 0; index < 30; index++) statuses.push((await exchange()).status)
    expect(new Set(statuses)).toEqual(new Set([401]))
    const refused = await exchange()
    expect([refused.status, refused.data.code]).toEqual([429, 'too_many_requests'])
    expect(refused.data.message).toMatch(/Espera/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await learner.call('GET /user')).status).toBe(200)
  } finally {
    await app.close()
  }
})
