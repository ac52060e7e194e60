import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#shared/platform/contract.ts'
import { isConnectionLoss, isOutOfResources, isOvertaken } from '../database/database.ts'
import { languageOf } from './caller.ts'
import { noteRefusal } from './refusal-log.ts'
import { commonRefusals, Refused, refuseCommon, serverErrorText } from './refusals.ts'
import { fieldErrors } from './validation.ts'

/** Turns anything a call throws into its answer; the only place that catches. */
export function answerError(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply) {
  const language: Language = request.caller?.language ?? languageOf(request) ?? 'en'
  forgetAnswer(reply)
  if (error instanceof Refused) {
    noteRefusal(request, error.code, error.refusal)
    return answerRefusal(error, language, reply)
  }
  if (error.validation) {
    const { status, text } = commonRefusals.invalid_input
    const errors = fieldErrors(error.validation, language)
    return reply.code(status).send({ code: 'invalid_input', message: text[language], errors })
  }
  if (isCutOff(request))
    return answerRefusal(new Refused('malformed_request', commonRefusals.malformed_request, {}), language, reply)
  if (isConnectionLoss(error)) {
    request.log.error({ err: error }, 'The database cannot be reached')
    return answerRefusal(new Refused('unavailable', commonRefusals.unavailable, { retryAfter: 2 }), language, reply)
  }
  if (isOutOfResources(error)) {
    request.log.error({ err: error }, 'The database has no disk, memory or connections left')
    return answerRefusal(new Refused('unavailable', commonRefusals.unavailable, { retryAfter: 10 }), language, reply)
  }
  if (isOvertaken(error)) {
    request.log.warn({ err: error, route: request.routeOptions.url }, 'Another write came between')
    return answerRefusal(new Refused('unavailable', commonRefusals.unavailable, { retryAfter: 1 }), language, reply)
  }
  const code = codeOf(error)
  if (code) return answerRefusal(new Refused(code, commonRefusals[code], {}), language, reply)
  request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'Unexpected failure')
  return reply.code(500).send({ code: 'server_error', message: serverErrorText[language] })
}

/** Whether the caller hung up before the request had come in full: what failed then is not the server. */
const isCutOff = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

/** Headers a handler set for its answer, above all caching, do not apply to the failure. */
function forgetAnswer(reply: FastifyReply) {
  for (const header of ['content-type', 'content-disposition', 'etag', 'last-modified']) reply.removeHeader(header)
  reply.header('cache-control', 'no-store')
}

/** Answers input that is not even valid HTTP, such as an oversized header, in the same form and closes the connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = unreadable[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ code: 'malformed_request', message: commonRefusals.malformed_request.text.en })
  const head = [`HTTP/1.1 ${status}`, 'content-type: application/json; charset=utf-8', `content-length: ${body.length}`]
  if (socket.writable)
    socket.write(`${head.join('\r\n')}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n${body}`)
  socket.destroy(error)
}

const unreadable: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Framework errors that are the caller's mistake. */
function codeOf(error: FastifyError): 'too_large' | 'malformed_request' | undefined {
  if (error.statusCode === 413) return 'too_large'
  return error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? 'malformed_request' : undefined
}

function answerRefusal({ code, refusal, detail }: Refused, language: Language, reply: FastifyReply) {
  const message = refusal.text[language]
  const same = (detail.fields ?? []).map(field => [field, [message]] as const)
  const own = Object.entries(detail.texts ?? {}).map(([field, texts]) => [field, [texts[language]]] as const)
  const errors = (detail.fields || detail.texts) && Object.fromEntries([...same, ...own])
  if (detail.retryAfter !== undefined) reply.header('retry-after', detail.retryAfter)
  const { because, instead } = detail
  const more = { ...(errors && { errors }), ...(because && { because }), ...(instead && { instead }) }
  return reply.code(refusal.status).send({ code, message, ...more })
}

/** Refuses an unknown address: 404. */
export function answerNotFound(): never {
  return refuseCommon('not_found')
}
