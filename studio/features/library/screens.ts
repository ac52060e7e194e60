import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { library: '/admin/library', libraryFile: '/admin/library/:fileId' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The files of the school for its courses. */
export const library = declareFeature(addresses, {
  sections: [
    { address: 'library', at: 36, title: 'library.title', icon: 'play', key: 'l', roles: ['author', 'admin'] },
  ],
  finder: {
    title: 'library.title',
    roles: ['author', 'admin'],
    find: async () => (await import('./data.ts')).findFiles,
  },
  screens: {
    library: { section: 'library', screen: () => import('./LibraryScreen.tsx') },
    libraryFile: { section: 'library', screen: () => import('./file/FileScreen.tsx') },
  },
})
