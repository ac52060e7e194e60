import type { PageSources } from '#server/platform/http/security-headers.ts'
import type { Brand } from '#shared/features/brands/schema.ts'

type Counter = Omit<PageSources, 'frames'>

const google: Counter = {
  scripts: ['https://www.googletagmanager.com'],
  connections: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.googletagmanager.com'],
  pictures: ['https://*.google-analytics.com', 'https://www.googletagmanager.com'],
}

const metrica: Counter = {
  scripts: ['https://mc.yandex.ru', 'https://yastatic.net'],
  connections: ['https://mc.yandex.ru', 'https://mc.yandex.com'],
  pictures: ['https://mc.yandex.ru', 'https://mc.yandex.com'],
}

/**
 * The sites of the analytics that a brand has configured and, for the pictures of articles, the site of its clubs; no others. Documents
 * of courses and schools may lie anywhere.
 */
export function pageSourcesOf({ config: { analytics, communityUrls } }: Brand): PageSources {
  const used = [...(analytics.ga ? [google] : []), ...(analytics.ya ? [metrica] : [])]
  return {
    scripts: used.flatMap(({ scripts }) => scripts),
    connections: used.flatMap(({ connections }) => connections),
    pictures: [
      ...used.flatMap(({ pictures }) => pictures),
      ...(communityUrls.host ? [new URL(communityUrls.host).origin] : []),
    ],
    frames: ['https:'],
  }
}
