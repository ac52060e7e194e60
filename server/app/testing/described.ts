import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { wirePath } from '#shared/platform/contract.ts'

type Content = { content?: { 'application/json'?: { schema: object } } }
type Operation = { responses: Record<string, Content> }
type Description = { paths: Record<string, Record<string, Operation>> }

/** Checks answers against the served OpenAPI description. */
export async function describedBy(server: FastifyInstance) {
  const { paths } = (await server.inject('/openapi.json')).json() as Description
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const checks = new Map<object, ValidateFunction>()
  /** What of a call's answer is not as described; empty when all is. */
  return (name: string, status: number, body: string): string[] => {
    const { method, path } = wirePath(name)
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (!operation) return [`${name} is not described`]
    const answer = operation.responses[status] ?? operation.responses[`${Math.floor(status / 100)}XX`]
    const schema = answer?.content?.['application/json']?.schema
    if (!schema) return [`${name} has no description of ${status}`]
    const check = checks.get(schema) ?? ajv.compile(schema)
    checks.set(schema, check)
    return check(JSON.parse(body)) ? [] : (check.errors ?? []).map(error => `${error.instancePath} ${error.message}`)
  }
}
