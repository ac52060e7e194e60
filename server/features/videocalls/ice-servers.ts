import { createHmac } from 'node:crypto'
import type { VideoCallWire } from '#shared/features/videocalls/contract.ts'
import type { RelaySettings } from './settings.ts'

/** For how long a relay's password works, in seconds: longer than a consultation and its call. */
const credentialSeconds = 4 * 3600

/**
 * The servers by which a person's browser finds the other's, at `now` (ms). A relay's password is made as coturn's
 * `use-auth-secret` checks it: the user name is the time at which it ends (Unix seconds) with the person, the password its
 * HMAC-SHA1 under the shared secret in base64.
 */
export function iceServersFor({ stunUrls, turnUrls, turnSecret }: RelaySettings, userId: number, now: number) {
  const until = Math.floor(now / 1000) + credentialSeconds
  const servers: VideoCallWire['ice_servers'] = []
  if (stunUrls.length > 0) servers.push({ urls: stunUrls })
  if (turnSecret !== undefined) {
    const username = `${until}:${userId}`
    const credential = createHmac('sha1', turnSecret).update(username).digest('base64')
    servers.push({ urls: turnUrls, username, credential })
  }
  return { ice_servers: servers, ice_until: until, has_relay: turnSecret !== undefined }
}
