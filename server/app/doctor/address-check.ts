import { connect, type PeerCertificate } from 'node:tls'
import { WebSocket } from 'ws'
import { broken, type Check, type Finding, good, lacking } from '#server/platform/check.ts'

const patienceMs = 10_000
const dayMs = 86_400_000
/** Certificates are renewed a month before they end. */
const fewDays = 14

type Place = { publicUrl: string; host: string; port: number; trustProxy: boolean; now(): number }

/** Opens the school at its public address as a browser would: the page, its live connection, and how long its certificate lasts. */
export function addressCheck({ publicUrl, host, port, trustProxy, now }: Place): Check {
  const url = new URL(publicUrl)
  const advice = `The server should run on ${host}:${port}, and ${publicUrl} (PUBLIC_URL) lead to it, through the proxy if there is one`
  return {
    name: 'Address',
    advice,
    async run(): Promise<Finding> {
      const answer = await fetch(new URL('/healthz', url), {
        signal: AbortSignal.timeout(patienceMs),
        redirect: 'manual',
      })
      const told: unknown = await answer.json().catch(() => undefined)
      if (!answer.ok || (Object(told) as { status?: unknown }).status !== 'ok')
        return broken(`${publicUrl} answers ${answer.status}, and not as Kurso`, advice)
      if (!(await hasLive(url)))
        return broken(
          `${publicUrl} opens, its live connection does not: pages ask every few seconds instead`,
          'Let the proxy pass Upgrade requests to /spa/live',
        )
      if (url.protocol !== 'https:') return plain(url, trustProxy)
      const days = Math.floor(((await certificateEnds(url)) - now()) / dayMs)
      const says = `${publicUrl} opens with its live connection; its certificate lasts ${days} days`
      return days < fewDays ? lacking(says, 'See why it has not been renewed') : good(says)
    },
  }
}

function plain({ origin, hostname }: URL, trustProxy: boolean): Finding {
  const says = `${origin} opens with its live connection`
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname) && !trustProxy)
    return good(`${says}, on this machine alone`)
  return lacking(
    `${says}, without TLS: passwords can be read on the way, and cameras and notifications do not work`,
    'Put a web server with HTTPS in front, such as Caddy, and set PUBLIC_URL to its https:// address',
  )
}

/** Whether a browser's live connection opens. */
function hasLive(url: URL): Promise<boolean> {
  const address = new URL('/spa/live', url)
  address.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address, { origin: url.origin, handshakeTimeout: patienceMs })
  const opens = new Promise<boolean>(resolve => {
    socket.once('open', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  return opens.finally(() => socket.terminate())
}

/** When the certificate ends, in Unix ms. */
function certificateEnds({ hostname, port }: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: hostname, port: Number(port || 443), servername: hostname, timeout: patienceMs },
      () => {
        const { valid_to: until }: PeerCertificate = socket.getPeerCertificate()
        socket.destroy()
        resolve(Date.parse(until))
      },
    )
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('The certificate was not shown in time')))
  })
}
