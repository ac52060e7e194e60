import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { connect } from 'node:net'
import { e2ePort } from './server-place.ts'

/** Where browsers look for the walks' relay, where it is, and what it shares with the school. */
const wayPort = e2ePort + 2000
const relayPort = wayPort + 1
const secret = 'the walks and their relay'

/** The server's settings for it; where it does not run, calls find their way without. */
export const relayEnvironment = (): Record<string, string> => ({
  TURN_URLS: `turn:127.0.0.1:${wayPort}?transport=udp`,
  TURN_SECRET: secret,
})

/** Why walks through a relay cannot run here; undefined when they can. */
export function whyNoRelay(): string | undefined {
  try {
    execFileSync('turnserver', ['--version'], { stdio: 'ignore' })
    return undefined
  } catch (error) {
    // Whatever it answers, it is there.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'coturn is not installed' : undefined
  }
}

/** A real coturn on this machine that checks the school's passwords, at the end of a way that may lose packets. */
export async function startRelay() {
  let relay = await open()
  const way = await openWay()
  return {
    /** Gone without a word, as with a lost machine. */
    async kill() {
      const gone = new Promise(resolve => relay.once('exit', resolve))
      relay.kill('SIGKILL')
      await gone
    },
    async startAgain() {
      relay = await open()
    },
    /** The share of packets, from 0 to 1, that is lost on the way to it and on the way back. */
    lose: (share: number) => way.lose(share),
    /** The relay sees everybody come from another address, as when a phone changes its network. */
    move: () => way.move(),
    stop() {
      relay.kill('SIGKILL')
      way.close()
    },
  }
}

/** Passes datagrams on between browsers and the relay, except those that it loses. */
async function openWay() {
  const front = createSocket('udp4')
  const backs = new Map<string, Socket>()
  let lost = 0
  const isLost = () => Math.random() < lost
  front.on('message', (packet, { address, port }) => {
    const from = `${address}:${port}`
    const back = backs.get(from) ?? createSocket('udp4')
    if (!backs.has(from)) back.on('message', answer => isLost() || front.send(answer, port, address))
    backs.set(from, back)
    if (!isLost()) back.send(packet, relayPort, '127.0.0.1')
  })
  await new Promise<void>((resolve, reject) => front.once('error', reject).bind(wayPort, '127.0.0.1', resolve))
  return {
    lose: (share: number) => void (lost = share),
    move() {
      for (const socket of backs.values()) socket.close()
      backs.clear()
    },
    close() {
      for (const socket of [front, ...backs.values()]) socket.close()
    },
  }
}

async function open(): Promise<ChildProcess> {
  const place = ['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', '--allow-loopback-peers']
  const trust = ['--lt-cred-mech', '--use-auth-secret', `--static-auth-secret=${secret}`, '--realm=kurso']
  const ports = [`--listening-port=${relayPort}`, `--min-port=${relayPort + 1000}`, `--max-port=${relayPort + 1400}`]
  const alone = [
    '-n',
    '--no-cli',
    '--no-tls',
    '--no-dtls',
    '--log-file=stdout',
    `--pidfile=/tmp/relay-${relayPort}.pid`,
  ]
  const database = [`--userdb=/tmp/relay-${relayPort}.db`]
  const relay = spawn('turnserver', [...alone, ...place, ...trust, ...ports, ...database], { stdio: 'ignore' })
  process.once('exit', () => relay.kill('SIGKILL'))
  for (const until = Date.now() + 20_000; !(await isListening()); ) {
    if (Date.now() > until) throw new Error('The relay does not start')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return relay
}

function isListening(): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(relayPort, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
