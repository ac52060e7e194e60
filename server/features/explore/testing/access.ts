import type { AccessTable, AddressTable } from '#server/platform/testing/access-table.ts'
import { statuses } from '#server/platform/testing/access-table.ts'
import type { explore } from '#shared/features/explore/contract.ts'

const ofEverybody = statuses(200, 200, 200, 200)

export const access: AccessTable<typeof explore> = {
  // What it is asked for is missing.
  'GET /public-page': { expected: statuses(422, 422, 422, 422) },
}

export const addresses: AddressTable = {
  '/explore': [{ expected: ofEverybody, urls: () => ['/explore'] }],
  '/explore/*': [{ expected: statuses(404, 404, 404, 404), urls: () => ['/explore/en/nothing'] }],
  '/robots.txt': [{ expected: ofEverybody, urls: () => ['/robots.txt'] }],
  '/sitemap.xml': [{ expected: ofEverybody, urls: () => ['/sitemap.xml'] }],
}
