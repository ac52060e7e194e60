import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { audit: '/admin/audit' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The audit log. */
export const accounts = declareFeature(addresses, {
  sections: [{ address: 'audit', at: 60, title: 'shell.audit', icon: 'document', key: 'u', roles: ['admin'] }],
  screens: {
    audit: { section: 'audit', screen: () => import('./AuditScreen.tsx') },
  },
})
