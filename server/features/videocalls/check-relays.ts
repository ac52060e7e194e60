import { type Check, good, lacking } from '#server/platform/check.ts'
import { isPublicAddress } from '#server/platform/outgoing/public-address.ts'
import { askOwnAddress, askRelay } from './ask-relay.ts'
import { iceServersFor } from './ice-servers.ts'
import type { RelaySettings } from './settings.ts'

/** Whoever asks: the relay only wants to know when the password ends. */
const nobody = 0

/** Asks every server by which the browsers of a call find each other, with a password as they get it. */
export function relayChecks(settings: RelaySettings, now: () => number): Check[] {
  const { stunUrls, turnUrls } = settings
  if (turnUrls.length === 0)
    return [
      ...stunUrls.map(stunCheck),
      {
        name: 'Video calls',
        advice: '',
        run: async () =>
          lacking(
            'there is no relay: people in mobile networks and offices often cannot see each other',
            'Run coturn and set TURN_URLS and TURN_SECRET, see “Video calls” in docs/operating.md',
          ),
      },
    ]
  const { ice_servers: servers } = iceServersFor(settings, nobody, now())
  const [{ username = '', credential = '' } = {}] = servers.filter(server => server.credential !== undefined)
  return [...stunUrls.map(stunCheck), ...turnUrls.map(url => turnCheck(url, { username, credential }))]
}

const stunCheck = (url: string): Check => ({
  name: url,
  advice: 'Compare STUN_URLS with where it listens, and open its port',
  run: async () => good(`it sees us come from ${await askOwnAddress(url)}`),
})

const turnCheck = (url: string, credential: { username: string; credential: string }): Check => ({
  name: url,
  advice: 'Compare TURN_URLS with where coturn listens, TURN_SECRET with its static-auth-secret, and open its ports',
  async run() {
    const address = await askRelay(url, credential)
    if (isPublicAddress(address)) return good(`it relays calls at ${address}`)
    return lacking(
      `it would relay calls at ${address}, which the internet cannot reach`,
      'Tell coturn its public address (external-ip)',
    )
  },
})
