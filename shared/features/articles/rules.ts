import type { Language } from '#shared/platform/contract.ts'
import { isBlank } from '#shared/platform/text.ts'

export const articleStates = ['draft', 'scheduled', 'published'] as const
export type ArticleState = (typeof articleStates)[number]

export type ArticleText = { title: string; lead: string; body: string }
export type ArticleTexts = Partial<Record<Language, ArticleText>>

const languages = ['en', 'ru', 'es'] as const satisfies readonly Language[]
const nothing: ArticleText = { title: '', lead: '', body: '' }

/** How many pictures and films a text may show. */
export const mostFiles = 100

/** For how long an article is new, in seconds. */
const newFor = 7 * 86_400

/** The words of an article in a language, or in another that it has. */
export const articleIn = <Text extends Omit<ArticleText, 'body'>>(
  texts: Partial<Record<Language, Text>>,
  language: Language,
): Text | undefined => texts[language] ?? texts.en ?? texts.ru ?? texts.es

/** What an article says, without the languages in which it says nothing. */
export function writtenArticle(texts: ArticleTexts): ArticleTexts {
  const written: ArticleTexts = {}
  for (const language of languages) {
    const { title, lead, body } = texts[language] ?? nothing
    if ([title, lead, body].every(isBlank)) continue
    written[language] = {
      title: isBlank(title) ? '' : title.trim(),
      lead: lead.trim(),
      body: isBlank(body) ? '' : body,
    }
  }
  return written
}

/** What is missing of an article, and at which field; one that is only a draft needs no body yet. */
export function articleFault(texts: ArticleTexts, isDraft: boolean) {
  const written = writtenArticle(texts)
  const used = languages.filter(language => written[language])
  const untitled = used.length === 0 ? 'en' : used.find(language => written[language]?.title === '')
  if (untitled) return { code: 'title_needed', field: `texts.${untitled}.title` } as const
  const empty = used.find(language => written[language]?.body === '')
  return empty && !isDraft ? ({ code: 'article_empty', field: `texts.${empty}.body` } as const) : undefined
}

/** How far an article is at `now`; times in Unix seconds. */
export function articleState(publishedAt: number | null, now: number): ArticleState {
  if (publishedAt === null) return 'draft'
  return publishedAt <= now ? 'published' : 'scheduled'
}

/**
 * When an article is published that shall be in a state: now, unless it has been already, or at the time that was chosen; undefined
 * when that time is over. Times in Unix seconds.
 */
export function publicationTime(wanted: { state: ArticleState; at: number | null }, known: number | null, now: number) {
  if (wanted.state === 'draft') return null
  if (wanted.state === 'published') return known !== null && known <= now ? known : now
  return wanted.at !== null && wanted.at > now ? wanted.at : undefined
}

/** Whether an article is new at `now`; times in Unix seconds. */
export const isNewArticle = (publishedAt: number, now: number): boolean => now - publishedAt < newFor

/** What the public page of an article is called, below /explore. */
export const articlePage = (id: number): string => `articles/${id}`

type Addressed = { id: number; community_id: number; slug: string }

/** Where an article is: at the site of the school's clubs, by the slug of its own, or without such a site in the app. */
export function articleUrl({ id, community_id: clubId, slug }: Addressed, host: string | null): string {
  if (host) return new URL(`${encodeURIComponent(slug)}/articles/${id}`, `${host.replace(/\/$/, '')}/`).href
  return `/clubs/${clubId}/articles/${id}`
}
