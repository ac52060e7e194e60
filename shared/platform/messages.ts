function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value : undefined
}

function listed(errors: unknown): string | undefined {
  if (!isObject(errors)) return undefined
  const entries = Array.isArray(errors) ? errors : Object.values(errors).flat()
  const messages = entries.map(entry => text(isObject(entry) ? entry.message : entry)).filter(Boolean)
  return messages.length ? messages.join(', ') : undefined
}

/** The answer's body: itself, or under `data` where the request layer hands on data and headers. */
function bodyOf(error: Record<string, unknown>): Record<string, unknown> {
  if (!isObject(error.response)) return {}
  return isObject(error.response.data) ? error.response.data : error.response
}

/**
 * What a person reads about a failure (REQ-05): the message of the answer that `error.response` carries, else the joined
 * messages of a list of errors (the answer's, the error's own or the error itself), else its name and message, else `unknownText`.
 */
export function errorMessage(error: unknown, unknownText: string): string {
  if (!isObject(error)) return unknownText
  const body = bodyOf(error)
  const known = text(body.message) ?? listed(body.errors) ?? listed(Array.isArray(error) ? error : error.errors)
  if (known) return known
  const message = text(error.message)
  return message ? [text(error.name), message].filter(Boolean).join(': ') : unknownText
}

/** The messages of each refused field of a failed call (ACC-04); undefined when the answer names no field. */
export function fieldErrors(error: unknown): Record<string, string[]> | undefined {
  const errors = isObject(error) ? bodyOf(error).errors : undefined
  if (!isObject(errors) || Array.isArray(errors)) return undefined
  const fields = Object.entries(errors).map(([field, messages]) => [
    field,
    [messages].flat().filter(message => typeof message === 'string'),
  ])
  return fields.length ? Object.fromEntries(fields) : undefined
}
