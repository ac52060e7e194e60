import { networkSettings } from '#server/features/social/testing/network-settings.ts'
import { e2ePort } from './server-place.ts'

/** Where the walks' networks run: a separate process next to the server. */
export const networkPort = e2ePort + 1000
export const networkOrigin = `http://127.0.0.1:${networkPort}`

/** The server's settings for them. */
export function networkEnvironment(): Record<string, string> {
  const pairs = networkSettings(networkOrigin).flatMap(one => {
    const prefix = one.source === 'vkontakte' ? 'VK' : one.source.toUpperCase()
    if (one.kind === 'oauth')
      return [
        [`${prefix}_CLIENT_ID`, one.clientId],
        [`${prefix}_CLIENT_SECRET`, one.clientSecret],
        [`${prefix}_AUTHORIZE_URL`, one.authorizeUrl],
        [`${prefix}_TOKEN_URL`, one.tokenUrl],
        [`${prefix}_PROFILE_URL`, one.profileUrl],
      ]
    return [
      [`${prefix}_CLIENT_ID`, one.clientId],
      [`${prefix}_CLIENT_SECRET`, one.secret.kind === 'text' ? one.secret.text : ''],
      [`${prefix}_ISSUER`, one.issuer],
    ]
  })
  return Object.fromEntries(pairs) as Record<string, string>
}
