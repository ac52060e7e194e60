import { type AccessTable, type AddressTable, forAll, statuses } from '#server/platform/testing/access-table.ts'
import type { social } from '#shared/features/social/contract.ts'

/** Everybody sees the networks and their own links; only the owner removes one. */
export const access: AccessTable<typeof social> = {
  'GET /user-external-auth': { expected: forAll },
  'DELETE /user-external-auths/:id': {
    expected: statuses(401, 404, 404, 200),
    input: owned => ({ params: { id: owned.externalAuth } }),
  },
}

/** The routes to a network and back: redirects for everybody, and nothing when no network is configured. */
export const addresses: AddressTable = Object.fromEntries(
  ['login', 'link', 'callback'].map(way => [
    `/spa/social/:source/${way}`,
    [
      { expected: statuses(302, 302, 302, 302), urls: () => [`/spa/social/vkontakte/${way}`] },
      { expected: statuses(404, 404, 404, 404), urls: () => [`/spa/social/google/${way}`] },
    ],
  ]),
)

/** A network that is never contacted. */
export const quietNetwork = {
  source: 'vkontakte',
  kind: 'oauth',
  clientId: 'kurso',
  clientSecret: 'secret',
  authorizeUrl: 'https://network.invalid/authorize',
  tokenUrl: 'https://network.invalid/token',
  profileUrl: 'https://network.invalid/profile',
} as const
