import type { PageMemory } from '#server/features/explore/page-memory.ts'
import { described, type PublicPage, type PublicSource, type Reader } from '#server/features/explore/public-source.ts'
import { dateOf } from '#server/features/explore/words.ts'
import { pictureWire, type UploadedRow } from '#server/features/media/media-item.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { articleIn, articlePage } from '#shared/features/articles/rules.ts'
import { offeredLanguages } from '#shared/features/brands/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { ArticleFilesWire } from '#shared/features/articles/wire.ts'
import { titleIn } from '#shared/features/clubs/titles.ts'
import { pagePath } from '#shared/features/explore/rules.ts'
import type { Language } from '#shared/platform/contract.ts'
import { localDate } from '#shared/platform/times.ts'
import { filesWire } from '../article-files.ts'
import { drawnFile } from './drawn-files.ts'
import { findPublicArticle, listPublicArticles, type PublicArticleRow, type ListedArticle } from './page-queries.ts'
import { markdownHtml } from './markdown-html.ts'

const toClub: Record<Language, string> = {
  en: 'All articles of the club',
  ru: 'Все статьи клуба',
  es: 'Todos los artículos del club',
}

/** How many articles `/explore` lists, the latest. */
const mostShelved = 100

const shelfTitle: Record<Language, string> = { en: 'Articles', ru: 'Статьи', es: 'Artículos' }

/** The pages of articles that everybody may read; `memory` keeps what is listed until it changes. */
export function articleSource(database: Database, memory: PageMemory, clock: () => number): PublicSource {
  const list = (brandId: string) => listPublicArticles(database, { brandId, now: clock() / 1000, shelved: mostShelved })
  const isPublished = ({ publishedAt }: { publishedAt: number }) => publishedAt <= clock() / 1000
  const published = async (brand: Brand) =>
    brand.config.isCommunityEnable
      ? (await memory.recallOrMake(brand, 'articles', () => list(brand.id))).filter(isPublished)
      : []
  return {
    async find(name, reader) {
      const id = /^articles\/([1-9]\d{0,14})$/.exec(name)?.[1]
      if (!id || !reader.brand.config.isCommunityEnable) return undefined
      const found = await findPublicArticle(database, Number(id), reader.brand.id, clock() / 1000)
      return found && pageOf(found, reader)
    },
    async list(brand) {
      return (await published(brand)).map(({ id, languages, changedAt }) => ({
        name: articlePage(id),
        languages: languagesOf(languages, brand),
        changedAt,
      }))
    },
    // One that is published at its time is written by nobody then.
    shelfState(brand) {
      const rows = memory.recall<ListedArticle[]>(brand, 'articles')
      return rows && `${rows.filter(isPublished).length} articles`
    },
    async shelf({ brand, language }) {
      const rows = (await published(brand)).slice(0, mostShelved)
      if (rows.length === 0) return undefined
      return html`<section><h2>${shelfTitle[language]}</h2><ul class="articles">${rows.map(row => onShelf(row, brand, language))}</ul></section>`
    },
  }
}

function onShelf({ id, shelved, publishedAt: at }: ListedArticle, brand: Brand, wanted: Language): Html | undefined {
  if (!shelved) return undefined
  const { texts, titles } = shelved
  const address = pageLanguage(languagesOf(Object.keys(texts), brand), wanted)
  const { title = '', lead = '' } = articleIn(texts, wanted) ?? {}
  const language = textLanguage(texts, wanted)
  return html`<li><h3><a href="${pagePath(articlePage(id), address)}"${language !== wanted && html` lang="${language}"`}>${title}</a></h3>
${lead && html`<p${language !== wanted && html` lang="${language}"`}>${described(lead, '')}</p>`}
<p class="hint">${titleIn(titles, wanted)} · ${dateOf(wanted, localDate(at * 1000, 'UTC'))}</p></li>`
}

/** The language of a page: the one asked for, if it is among those that it has. */
const pageLanguage = (languages: readonly Language[], wanted: Language) =>
  languages.includes(wanted) ? wanted : (languages[0] ?? wanted)

/** The language that an article is read in where another was wanted: it may be none of the brand's. */
const textLanguage = (texts: Parameters<typeof articleIn>[0], wanted: Language): Language =>
  (['en', 'ru', 'es'] as const).find(language => texts[language] === articleIn(texts, wanted)) ?? wanted

/** The languages of the brand in which an article is written; else its texts stand in for the first one. */
function languagesOf(written: readonly string[], brand: Brand): readonly Language[] {
  const offered = offeredLanguages(brand)
  const own = offered.filter(language => written.includes(language))
  return own.length > 0 ? own : offered.slice(0, 1)
}

function pageOf(row: PublicArticleRow, reader: Reader): PublicPage {
  const languages = languagesOf(Object.keys(row.texts), reader.brand)
  const language = pageLanguage(languages, reader.language)
  const { title = '', lead = '' } = articleIn(row.texts, language) ?? {}
  const description = described(lead, title)
  const path = row.picture && (row.picture.files.large ?? row.picture.files.medium ?? row.picture.files.small)
  return {
    languages,
    title,
    description,
    body: articleBody(row, language, filesWire(row.files, 0)),
    picture: row.picture && path ? { key: row.picture.key, path } : undefined,
    data: [articleData(row, { ...reader, language }, { title, description })],
  }
}

function articleBody(
  { id, community_id: clubId, texts, titles, ...row }: PublicArticleRow,
  language: Language,
  files: ArticleFilesWire,
): Html {
  const { title = '', lead = '', body = '' } = articleIn(texts, language) ?? {}
  const said = textLanguage(texts, language)
  return html`<article class="article"${said !== language && html` lang="${said}"`}><header class="said">
<p class="chip">${titleIn(titles, language)}</p>
<h1>${title}</h1>
<p class="hint">${dateOf(language, localDate(row.published_at * 1000, 'UTC'))}</p>
${lead && html`<p class="lead">${lead}</p>`}
</header>
${picture(row.picture)}
${markdownHtml(body, drawnFile({ files, language: said, address: `/clubs/${clubId}/articles/${id}` }))}
<p class="ask"${said !== language && html` lang="${language}"`}><a class="button quiet" href="/clubs/${clubId}">${toClub[language]}</a></p></article>`
}

function picture(item: UploadedRow | null): Html | undefined {
  if (!item) return undefined
  const { medium, large } = pictureWire(item)
  return html`<img class="picture" src="${medium}" srcset="${medium} 960w, ${large} 1600w" sizes="(min-width: 828px) 44rem, 100vw" alt="" width="800" height="450" fetchpriority="high">`
}

/** An article as schema.org has it. */
function articleData(
  row: PublicArticleRow,
  { brand, language, origin }: Reader,
  said: { title: string; description: string },
) {
  const page = articlePage(row.id)
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: said.title,
    description: said.description,
    url: `${origin}${pagePath(page, language)}`,
    inLanguage: textLanguage(row.texts, language),
    image: `${origin}${pagePath(page)}/card.jpg`,
    datePublished: new Date(row.published_at * 1000).toISOString(),
    isAccessibleForFree: true,
    publisher: { '@type': 'Organization', name: brand.site.name, url: origin },
  }
}
