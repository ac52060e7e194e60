import type { SocialSource } from '#shared/features/social/rules.ts'

/** A network as the operator set it up; every address that the server asks comes from here, none from a user. */
export type SocialProviderSettings = { source: SocialSource; clientId: string } & (
  | { kind: 'openid'; issuer: string; secret: ClientSecret }
  | { kind: 'oauth'; authorizeUrl: string; tokenUrl: string; profileUrl: string; clientSecret: string }
)

/** A secret as it is, or the key that Apple wants one to be signed with, in PEM. */
export type ClientSecret =
  | { kind: 'text'; text: string }
  | { kind: 'apple'; teamId: string; keyId: string; pem: string }
