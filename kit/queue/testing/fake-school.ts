import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import type { FakeBrowser } from './fake-browser.ts'

/** What becomes of a request: 'lost' never arrives, 'unheard' is taken and its answer lost, a number is the answer's status. */
export type Fate = 'ok' | 'lost' | 'unheard' | 'broken after' | 429 | 409 | 500 | 401 | 'file_unusable'

export type Taken<Input> = { key: string; call: string; input: Input }

function refusal(status: number, headers: Record<string, string> = {}, code = `code_${status}`): RequestError {
  return new RequestError('/x', new Response(null, { status, headers }), { code, message: `Refused ${status}` })
}

/** A server that takes a write once a key, and fails as it is told. */
export class FakeSchool<Input> {
  readonly taken: Taken<Input>[] = []
  /** How often each request was made. */
  tries = 0
  fates: Fate[] = []
  readonly #browser: FakeBrowser

  constructor(browser: FakeBrowser) {
    this.#browser = browser
  }

  take(key: string, call: string, input: Input): { number: number } {
    this.tries += 1
    if (this.#browser.isOffline) throw new NetworkError('/x')
    const fate = this.fates.shift() ?? 'ok'
    if (fate === 'lost') throw new NetworkError('/x')
    if (fate === 500) throw refusal(500)
    if (fate === 401) throw refusal(401)
    const known = this.taken.findIndex(one => one.key === key)
    if (known < 0 && fate === 429) throw refusal(429, { 'retry-after': '3' })
    if (known < 0 && fate === 409) throw refusal(409)
    if (known < 0 && fate === 'file_unusable') throw refusal(422, {}, fate)
    if (known < 0) this.taken.push({ key, call, input: structuredClone(input) })
    if (fate === 'unheard') throw new NetworkError('/x')
    if (fate === 'broken after') throw refusal(500)
    return { number: known < 0 ? this.taken.length : known + 1 }
  }
}
