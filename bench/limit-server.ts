// The limit every figure is held against: bare node:http and pg, one named statement with the token check inside it,
// no routing, no schemas. Run by bench.ts with the rows' statements in a file.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { benchServices } from './bench-services.ts'

export type LimitRow = { name: string; text: string; values: unknown[][]; isMemory?: boolean }

const rows = JSON.parse(readFileSync(process.env['LIMIT_ROWS'] ?? '', 'utf8')) as LimitRow[]
const memory = readFileSync(process.env['LIMIT_MEMORY'] ?? '')
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)
// Like ours: planning a statement again on each call is not part of the limit.
const options = '-c plan_cache_mode=force_generic_plan'
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, options })

function tokenHash(request: IncomingMessage): Buffer {
  return createHash('sha256')
    .update((request.headers.authorization ?? '').slice('Bearer '.length))
    .digest()
}

/** `/ROW/LEARNER` */
function rowOf(request: IncomingMessage) {
  const [, row, learner] = (request.url ?? '').split('/')
  return { row: rows[Number(row)], learner: Number(learner) }
}

/** A placeholder that is new in each request. */
function drawn(value: unknown): unknown {
  // Those that ours does not order.
  if (value === 'RANDOM_SERVICE') return benchServices.limitFrom + Math.floor(Math.random() * benchServices.each)
  if (value === 'RANDOM') return Math.random().toString(36)
  return value === 'RANDOM_NUMBER' ? 20_000 + Math.floor(Math.random() * 2_000_000_000) : value
}

async function answer(request: IncomingMessage): Promise<Buffer | string | undefined> {
  const { row, learner } = rowOf(request)
  const given = row?.values[learner]
  if (!row || !given) return undefined
  const values = given.map(drawn)
  const result = await pool.query({ name: row.name, text: row.text, values: [...values, tokenHash(request)] })
  return row.isMemory ? memory : JSON.stringify(result.rows)
}

async function bodyOf(request: IncomingMessage): Promise<void> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  if (text) JSON.parse(text)
}

createServer((request, response) => {
  bodyOf(request)
    .then(() => answer(request))
    .then(body => {
      const isMemory = rowOf(request).row?.isMemory
      if (isMemory && request.headers['if-none-match']) return response.writeHead(304).end()
      response.writeHead(body === undefined ? 404 : 200, {
        'content-type': 'application/json',
        ...(isMemory && { 'content-encoding': 'br' }),
      })
      return response.end(body)
    })
    .catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
}).listen(Number(process.env['PORT']), '127.0.0.1')
