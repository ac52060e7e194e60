import autocannon, { type Client } from 'autocannon'
import { cpuOfTree } from './process-cpu.ts'
import { size } from './size.ts'

/** What of a request may be another each time it is sent. */
export type Drawn = { headers: Record<string, string>; path?: string | undefined }

export type Target = {
  url: string
  /** Sent in turn, by every connection. */
  requests: {
    method: 'GET' | 'POST'
    path: string
    headers: Record<string, string>
    body?: string
    setupRequest?<Request extends Drawn>(request: Request): Request
  }[]
}
export type Side = {
  target: Target
  /** Processes whose work counts. */
  pids: number[]
  /** How many ask at once; 16 when not given. */
  connections?: number
}
export type Figures = { cpuMsPerRequest: number; requestsPerSecond: number; p99Ms: number }

const usualConnections = 16

/** Loads one target for `seconds` over its connections; processor time is that of all its processes per answered request. */
export async function load({ target, pids, connections = usualConnections }: Side, seconds: number): Promise<Figures> {
  const before = pids.map(cpuOfTree)
  const result = await autocannon({
    ...target,
    connections,
    duration: seconds,
    setupClient: beginApart(target, connections),
  })
  const cpu = pids.map(cpuOfTree).reduce((sum, after, index) => sum + after - (before[index] ?? 0), 0)
  const answered = result['2xx'] + result['3xx']
  const refused = result['4xx'] + result['5xx']
  if (!answered || refused || result.errors)
    throw new Error(`${target.url}: ${answered} answered, ${refused} refused, ${result.errors} failed`)
  return { cpuMsPerRequest: cpu / answered, requestsPerSecond: result.requests.average, p99Ms: result.latency.p99 }
}

/** Starts each connection at its own place in the round of requests: 16 people write in 16 chats, not all in one. */
function beginApart({ requests }: Target, connections: number) {
  let begun = 0
  return (client: Client) => {
    const start = Math.floor((begun++ * requests.length) / connections)
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
  }
}

export type Comparison = { row: string; ours: Figures; limit: Figures; ratio: number; goal: number }

/** Ours and the limit in turn; the ratio is the median of the pairs' ratios of processor time. */
export async function compare(row: string, goal: number, ours: Side, limit: Side): Promise<Comparison> {
  const { rounds, seconds } = size
  await load(ours, 1)
  await load(limit, 1)
  const pairs: { ours: Figures; limit: Figures }[] = []
  for (let round = 0; round < rounds; round++)
    pairs.push({ ours: await load(ours, seconds), limit: await load(limit, seconds) })
  const byRatio = pairs
    .map(pair => ({ ...pair, ratio: pair.ours.cpuMsPerRequest / pair.limit.cpuMsPerRequest }))
    .sort((a, b) => a.ratio - b.ratio)
  const median = byRatio[Math.floor(byRatio.length / 2)]
  if (!median) throw new Error('No rounds')
  return { row, goal, ...median }
}
