import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** How many of the next requests that make something are done without an answer, and how many fail and do nothing. */
export type Faults = { lose: number; fail: number }

/** Lets requests fail as `faults` says, which is counted down. */
export function letFail(scope: FastifyInstance, faults: Faults) {
  const makes = ({ method }: FastifyRequest) => method === 'POST'
  scope.addHook('preHandler', async request => {
    if (!makes(request) || faults.fail === 0) return
    faults.fail--
    refuse(500, 'internal', 'Something failed here')
  })
  scope.addHook('onSend', async (request, reply) => {
    if (!makes(request) || faults.lose === 0 || reply.statusCode >= 400) return
    faults.lose--
    request.raw.socket.destroy()
  })
}
