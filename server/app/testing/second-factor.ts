import { codeOfStep, stepAt } from '#server/features/accounts/second-factor/totp.ts'
import type { TestClient } from './test-client.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app with this secret (Base32) shows at `now` (ms). */
export function shownCode(secret: string, now: number): string {
  const bits = [...secret].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map(eight => Number.parseInt(eight, 2))
  return codeOfStep(Buffer.from(bytes), stepAt(now))
}

/** A code that is wrong at `now`, and a step before and after. */
export function wrongCode(secret: string, now: number): string {
  const right = [-30_000, 0, 30_000].map(away => shownCode(secret, now + away))
  return ['111111', '222222', '333333', '444444'].find(code => !right.includes(code)) ?? ''
}

/** Turns the factor on, as one who has just signed in; the code of this step is then spent. */
export async function turnFactorOn(client: TestClient, now: number) {
  const { data: offered } = await client.call('POST /user/second-factor/secret')
  const code = shownCode(offered.secret, now)
  const { data, status } = await client.call('POST /user/second-factor', { body: { sealed: offered.sealed, code } })
  if (status !== 200) throw new Error(`The second factor was not turned on: ${data.code}`)
  return { secret: offered.secret, recoveryCodes: data.recovery_codes }
}
