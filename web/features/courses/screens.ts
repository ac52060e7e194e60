import { declareFeature } from '#web/platform/feature.ts'

const addresses = { materials: '/course/:streamId/materials', document: '/document' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** What courses are made of: texts, materials and documents. */
export const courses = declareFeature(addresses, {
  copy: 'talk',
  screens: {
    materials: {
      screen: () => import('./MaterialsScreen.tsx'),
      section: 'course',
      title: 'shell.title.materials',
      parent: 'calendar',
    },
    document: {
      access: 'any',
      screen: () => import('./DocumentScreen.tsx'),
      title: 'shell.title.document',
      parent: 'home',
    },
  },
})
