import { escapeHtml } from '#server/platform/http/html.ts'
import { pagePath } from '#shared/features/explore/rules.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { ListedPage } from './public-source.ts'

/** The most addresses that one map may have (sitemaps.org). */
const mostAddresses = 50_000

/** What robots may read of a site: the public pages, and what these consist of. */
export const robots = (origin: string) =>
  `User-agent: *
Disallow: /spa/
Disallow: /admin
Disallow: /checkout/
Disallow: /user/
Disallow: /course/
Disallow: /chat
Disallow: /join

Sitemap: ${origin}/sitemap.xml
`

/** The map of a site for search engines: each page in each of its languages, all pointing at each other. */
export function sitemap(
  pages: readonly ListedPage[],
  site: { origin: string; languages: readonly Language[] },
): string {
  const all = [
    { name: '', languages: site.languages, changedAt: Math.max(0, ...pages.map(page => page.changedAt)) },
    ...pages,
  ]
  const entries = all.flatMap(page => page.languages.map(language => entry(page, language, site.origin)))
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.slice(0, mostAddresses).join('\n')}
</urlset>
`
}

function entry({ name, languages, changedAt }: ListedPage, language: Language, origin: string): string {
  const at = (code?: Language) => escapeHtml(`${origin}${pagePath(name, code)}`)
  const others = languages.length > 1 ? languages : []
  const links = others.map(code => `<xhtml:link rel="alternate" hreflang="${code}" href="${at(code)}"/>`)
  const changed = changedAt > 0 ? `<lastmod>${new Date(changedAt * 1000).toISOString().slice(0, 10)}</lastmod>` : ''
  return `<url><loc>${at(language)}</loc>${changed}${links.join('')}<xhtml:link rel="alternate" hreflang="x-default" href="${at()}"/></url>`
}
