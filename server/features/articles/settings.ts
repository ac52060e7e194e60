import { featureSettings, oneOf, setting } from '#server/platform/setting.ts'

/** The operator's settings for sites of clubs: what each is shown as authorization, by its origin. */
export type CommunitySettings = { authorizations: ReadonlyMap<string, string>; allowPrivate: boolean }

const example = 'must be pairs like https://club.example.com=secret, with commas between them'

/** Pairs of an origin and its secret. */
function readAuthorizations(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(',').filter(pair => pair.trim() !== '')
  return new Map(
    pairs.map(pair => {
      const [, origin = '', secret = ''] = /^\s*(https?:\/\/[^=\s]+)=([\u0021-\u007e]+)\s*$/.exec(pair) ?? []
      if (!URL.canParse(origin) || secret === '') throw new Error(example)
      return [new URL(origin).origin, secret]
    }),
  )
}

export const communitySettings = featureSettings({
  table: {
    COMMUNITY_TOKENS: setting(
      '',
      'The bearer token for each site of clubs, as https://club.example.com=secret, with commas between them; a site without one is asked without.',
      readAuthorizations,
    ),
    COMMUNITY_ALLOW_PRIVATE: setting(
      'off',
      'on for tests and development only: a site of clubs may lie on this machine and its networks, also without TLS.',
      text => oneOf('on', 'off')(text) === 'on',
    ),
  },
  read: (read): CommunitySettings => ({
    authorizations: read('COMMUNITY_TOKENS'),
    allowPrivate: read('COMMUNITY_ALLOW_PRIVATE'),
  }),
})
