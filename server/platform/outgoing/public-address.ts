import { BlockList, isIP, isIPv6 } from 'node:net'

/** Addresses of no public service: this machine, its networks, and reserved or looping ranges (RFC 6890). */
const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6')

/** The only IPv6 range assigned for public use; everything that maps to IPv4 lies outside it. */
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is publicly reachable; false for anything that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (isIPv6(address)) return open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
  return !closed.check(address, 'ipv4')
}
