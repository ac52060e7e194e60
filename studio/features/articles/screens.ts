import { declareFeature } from '#studio/platform/feature.ts'

const addresses = {
  clubArticles: '/admin/clubs/:clubId/articles',
  article: '/admin/articles/:articleId',
} as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** What the school writes for the members of its clubs. */
export const articles = declareFeature(addresses, {
  screens: {
    clubArticles: { section: 'clubs', screen: () => import('./ArticlesScreen.tsx') },
    article: { section: 'clubs', screen: () => import('./ArticleScreen.tsx') },
  },
})
