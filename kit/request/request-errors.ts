/** The body of an error answer, as far as it is in our format. */
export type ErrorBody = {
  code?: string
  message?: string
  errors?: Record<string, string[]>
  because?: string
  instead?: number[]
}

/**
 * The server answered with an error. `reason` is its text in the learner's language, or empty; `errors` are its texts
 * by field; `retryAfter` is in seconds; `because` is why, where one refusal has
 * several reasons; `instead` are times that could be had in place of the refused one.
 */
export class RequestError extends Error {
  readonly response: Response
  readonly status: number
  readonly code: string
  readonly reason: string
  readonly errors: Record<string, string[]> | undefined
  readonly retryAfter: number | undefined
  readonly because: string | undefined
  readonly instead: readonly number[]

  constructor(url: string, response: Response, body: ErrorBody) {
    super(`Request ${url} failed with status ${response.status}`)
    this.name = 'RequestError'
    this.response = response
    this.status = response.status
    this.code = body.code ?? ''
    this.reason = body.message ?? ''
    this.errors = body.errors
    this.because = body.because
    this.instead = body.instead ?? []
    this.retryAfter = Number(response.headers.get('retry-after')) || undefined
  }
}

/** No answer: offline, cut off, or too slow; for an offline read also that nothing is stored. */
export class NetworkError extends Error {
  constructor(url: string, cause?: unknown) {
    super(`Request ${url} got no answer`, { cause })
    this.name = 'NetworkError'
  }
}

/** Whether the same request may succeed later: no answer, 408, 429, or a server error. */
export function isPassing(error: unknown): boolean {
  if (error instanceof RequestError) return error.status === 408 || error.status === 429 || error.status >= 500
  return error instanceof NetworkError
}

/** The text to show for a failure: the server's text, otherwise the joined texts of several, otherwise name and message. */
export function errorMessage(error: unknown, unknownText: string): string {
  if (error instanceof RequestError && error.reason) return error.reason
  if (Array.isArray(error) && error.length) return error.map(one => errorMessage(one, unknownText)).join(', ')
  return error instanceof Error ? `${error.name}: ${error.message}` : unknownText
}
