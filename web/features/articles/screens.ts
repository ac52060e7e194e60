import { read } from '#kit/request/early-reads.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = { club: '/clubs/:clubId', article: '/clubs/:clubId/articles/:articleId' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** What the members of a club read. */
export const articles = declareFeature(addresses, {
  isOn: ({ isCommunityEnable }) => isCommunityEnable,
  copy: 'account',
  screens: {
    club: {
      screen: () => import('./ClubScreen.tsx'),
      data: () => [read('GET /community')],
      section: 'home',
      title: 'shell.title.clubs',
      parent: 'clubs',
    },
    article: {
      screen: () => import('./ArticleScreen.tsx'),
      data: ({ articleId }) => [read('GET /articles/:id', { params: { id: articleId } })],
      section: 'home',
      title: 'shell.title.clubs',
      parent: 'clubs',
    },
  },
})
