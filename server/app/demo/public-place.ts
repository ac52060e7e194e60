import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPublicAddress } from '#server/platform/outgoing/public-address.ts'

/** Names that lead nowhere but to this machine or its own network. */
const localName = /^[^.]*$|\.(localhost|local|lan|home|internal|test|home\.arpa)$/

const everyNetwork = new Set(['0.0.0.0', '::'])

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap(cards => (cards ?? []).map(({ address }) => address))

/**
 * Where anybody could reach the server by its settings: the public host of PUBLIC_URL, or the address that it listens on;
 * undefined when only this machine and its own networks can. `own` are the machine's addresses.
 */
export function publicPlace(
  { host, publicUrl }: { host: string; publicUrl: string },
  own: readonly string[] = ownAddresses(),
): string | undefined {
  const opened = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  const listening = everyNetwork.has(host) ? own : [host]
  return [opened, ...listening].find(isPublic)
}

function isPublic(host: string): boolean {
  return isIP(host) === 0 ? !localName.test(host.toLowerCase()) : isPublicAddress(host)
}
