/** A refusal of the sandbox's API. `field` is the part of the request at fault, if one is. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | null
  constructor(status: number, code: string, message: string, field: string | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
  }
}

/** Ends the call with this refusal. */
export function refuse(status: number, code: string, message: string, field?: string): never {
  throw new Refusal(status, code, message, field)
}

/** The record, unless it is missing or another account's. */
export function owned<Value extends { account: string }>(value: Value | undefined, account: string): Value {
  return value?.account === account ? value : refuse(404, 'not_found', 'There is no such object')
}
