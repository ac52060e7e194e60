declare module 'autocannon' {
  type Options = {
    url: string
    connections: number
    duration: number
    requests: {
      method: 'GET' | 'POST'
      path: string
      headers: Record<string, string>
      body?: string
      setupRequest?<Request extends { headers: Record<string, string> }>(request: Request): Request
    }[]
  }
  type Result = {
    '2xx': number
    non2xx: number
    errors: number
    requests: { average: number }
    latency: { p99: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
