declare module 'autocannon' {
  type Request = {
    method: 'GET' | 'POST'
    path: string
    headers: Record<string, string>
    body?: string
    setupRequest?<Given extends { headers: Record<string, string> }>(request: Given): Given
  }
  export type Client = { setRequests(requests: Request[]): void }
  type Options = {
    url: string
    connections: number
    duration: number
    requests: Request[]
    /** Called for each connection before its first request. */
    setupClient?(client: Client): void
  }
  type Result = {
    '2xx': number
    '3xx': number
    '4xx': number
    '5xx': number
    errors: number
    requests: { average: number }
    latency: { p99: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
