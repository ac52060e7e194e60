import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/project-root.ts'
import type { BenchLearner } from './bench-school.ts'
import { anyService } from './bench-services.ts'
import type { Drawn, Target } from './load.ts'
import { benchRows, type Row } from './rows.ts'

type Asked = Target['requests'][number]

/** The requests with the ETags of earlier answers. */
async function withTags(origin: string, requests: Asked[]): Promise<Asked[]> {
  const tags = new Map<string, string>()
  for (const { path, headers } of requests)
    if (!tags.has(path)) tags.set(path, (await fetch(origin + path, { headers })).headers.get('etag') ?? '')
  return requests.map(request => ({
    ...request,
    headers: { ...request.headers, 'if-none-match': tags.get(request.path) ?? '' },
  }))
}

/** What the learners who take part in a row ask a server of ours, and which of them they are. */
export async function requestsOf(row: Row, learners: BenchLearner[], origin: string) {
  const taking = [...learners.entries()].filter(([, learner]) => row.of?.(learner) ?? true)
  const asked = taking.map(([, learner]) => requestOf(row, learner, row.path(learner)))
  return { taking: taking.map(([index]) => index), requests: row.isKnown ? await withTags(origin, asked) : asked }
}

/** `--only TEXT` keeps the rows whose name contains it. */
export function chosenRows(): Row[] {
  const only = option('--only')
  return benchRows.filter(row => only === undefined || row.name.includes(only))
}

export function option(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

/** The school's brands, with no delay between a learner's messages. */
export function brandsWithoutDelay(folder: string): string {
  const brands = join(folder, 'brands')
  cpSync(join(projectRoot, 'brands'), brands, { recursive: true })
  const file = join(brands, 'defaults.json')
  const defaults = readFileSync(file, 'utf8')
  writeFileSync(file, defaults.replace(/"messageDelay": \d+/, '"messageDelay": 0'))
  return brands
}

function withKey<Request extends Drawn>(request: Request): Request {
  return { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } }
}

/** About another service, from another network: of one only so many are taken in a minute. */
function ofAnyService<Request extends Drawn>(request: Request): Request {
  const part = () => Math.floor(Math.random() * 256)
  const headers = { ...request.headers, 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
  return { ...request, headers, path: request.path?.replace('SERVICE', String(anyService())) }
}

export function requestOf(
  { headers, body, hasKey, ofAnyService: isOfAny }: Row,
  learner: BenchLearner,
  path: string,
): Asked {
  return {
    ...(hasKey && {
      setupRequest: isOfAny ? <One extends Drawn>(request: One) => ofAnyService(withKey(request)) : withKey,
    }),
    path,
    method: body ? ('POST' as const) : ('GET' as const),
    headers: {
      authorization: `Bearer ${learner.token}`,
      'x-app-id': 'kurso',
      'x-app-type': 'web',
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body(learner)) }),
  }
}
