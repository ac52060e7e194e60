import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#shared/platform/contract.ts'
import { isConnectionLoss } from '../database/database.ts'
import { commonRefusals, Refused, refuseCommon, serverErrorText } from './refusals.ts'
import { fieldErrors } from './validation.ts'

/** Turns whatever a call threw into its answer; the only place that catches. */
export function answerError(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply) {
  const language: Language = request.caller?.language ?? 'en'
  if (error instanceof Refused) return answerRefusal(error, language, reply)
  if (error.validation) {
    const { status, text } = commonRefusals.invalid_input
    const errors = fieldErrors(error.validation, language)
    return reply.code(status).send({ code: 'invalid_input', message: text[language], errors })
  }
  if (isConnectionLoss(error)) {
    request.log.error({ err: error }, 'The database cannot be reached')
    return answerRefusal(new Refused('unavailable', commonRefusals.unavailable, { retryAfter: 2 }), language, reply)
  }
  const code = codeOf(error)
  if (code) return answerRefusal(new Refused(code, commonRefusals[code], {}), language, reply)
  request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'Unexpected failure')
  return reply.code(500).send({ code: 'server_error', message: serverErrorText[language] })
}

/** Errors of the framework itself that are the caller's mistake. */
function codeOf(error: FastifyError): 'too_large' | 'malformed_request' | undefined {
  if (error.statusCode === 413) return 'too_large'
  return error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? 'malformed_request' : undefined
}

function answerRefusal({ code, refusal, detail }: Refused, language: Language, reply: FastifyReply) {
  const message = refusal.text[language]
  const errors = detail.fields && Object.fromEntries(detail.fields.map(field => [field, [message]]))
  if (detail.retryAfter !== undefined) reply.header('retry-after', detail.retryAfter)
  return reply.code(refusal.status).send({ code, message, ...(errors && { errors }) })
}

export function answerNotFound(): never {
  return refuseCommon('not_found')
}
