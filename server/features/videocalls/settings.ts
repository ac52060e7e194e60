import { featureSettings, setting } from '#server/platform/setting.ts'

/** Where browsers of a call find a way to each other. */
export type RelaySettings = {
  stunUrls: string[]
  turnUrls: string[]
  /** Shared with the relays; undefined when there are none. */
  turnSecret: string | undefined
}

/** Addresses after a comma or space, in the forms of RFC 7064 and RFC 7065. */
function serverUrls(pattern: RegExp, example: string) {
  return (text: string): string[] => {
    const urls = text.split(/[\s,]+/).filter(Boolean)
    if (!urls.every(url => pattern.test(url))) throw new Error(`must be addresses like ${example}`)
    return urls
  }
}

const relayTable = {
  TURN_URLS: setting(
    '',
    'Relays (coturn) for calls that find no direct way, as turn:turn.example.com:3478,turns:turn.example.com:5349.',
    serverUrls(/^turns?:[\w.:[\]-]+(\?transport=(udp|tcp))?$/, 'turn:turn.example.com:3478'),
  ),
  TURN_SECRET: setting(
    '',
    'The secret shared with them (static-auth-secret), which makes passwords for a few hours.',
    String,
  ),
  STUN_URLS: setting(
    '',
    'Servers that tell browsers their own address in calls, as stun:stun.example.com:3478; the relays when not given.',
    serverUrls(/^stuns?:[\w.:[\]-]+$/, 'stun:stun.example.com:3478'),
  ),
}

export const relaySettings = featureSettings({
  table: relayTable,
  read(read, problems): RelaySettings {
    const [turnUrls, turnSecret] = [read('TURN_URLS'), read('TURN_SECRET')]
    if (turnUrls.length > 0 !== (turnSecret !== '')) problems.push('TURN_URLS and TURN_SECRET need each other')
    return { stunUrls: read('STUN_URLS'), turnUrls, turnSecret: turnSecret || undefined }
  },
})
