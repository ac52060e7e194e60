import { brandOrigin } from '#server/features/brands/brand-letter.ts'
import { CachedAnswer } from '#server/platform/http/cached-answer.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { offeredLanguages } from '#shared/features/brands/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { Language } from '#shared/platform/contract.ts'
import { type LocalDate, localDate } from '#shared/platform/times.ts'
import type { PageMemory } from '../page-memory.ts'
import type { PublicPage, PublicSource, Reader } from '../public-source.ts'
import { explorePage, framed, gonePage, headOf } from './frame.ts'

type Parts = {
  memory: PageMemory
  sources: readonly PublicSource[]
  clock(): number
  publicUrl: string
}

/** Of a page in a language that a brand offers; `isThere` is false when the page only says that there is nothing here. */
export type FoundPage = {
  page: PublicPage
  language: Language
  isThere: boolean
  head: Html
  body: Html
}
export type PublicPages = ReturnType<typeof openPublicPages>

/** The answers made of pages, each compressed once; they go with the page, so none outlives what it was made of. */
const answers = new WeakMap<FoundPage, Map<string, CachedAnswer>>()

/** An answer made of a page. */
export function answerOf(found: FoundPage, variant: string, make: () => string): CachedAnswer {
  const known = answers.get(found) ?? new Map<string, CachedAnswer>()
  answers.set(found, known)
  const answer = known.get(variant) ?? new CachedAnswer(make(), 'text')
  known.set(variant, answer)
  return answer
}

async function made(
  sources: readonly PublicSource[],
  name: string,
  reader: Reader,
): Promise<FoundPage | { movedTo: string } | undefined> {
  for (const source of sources) {
    const found = await source.find(name, reader)
    if (found) return 'movedTo' in found ? found : placed(found, name, reader)
  }
  return undefined
}

async function shelvesFor(sources: readonly PublicSource[], reader: Reader): Promise<Html[]> {
  const shelves = await Promise.all(sources.map(source => source.shelf(reader)))
  return shelves.filter(shelf => shelf !== undefined)
}

async function listed(sources: readonly PublicSource[], reader: Reader): Promise<FoundPage> {
  const { brand, language, origin } = reader
  return placed(explorePage(brand, language, await shelvesFor(sources, reader), origin), '', reader)
}

async function gone(sources: readonly PublicSource[], reader: Reader): Promise<FoundPage> {
  const page = gonePage(reader.brand, reader.language, await shelvesFor(sources, reader))
  return { ...placed(page, '', reader), isThere: false, head: html`<meta name="robots" content="noindex">` }
}

/** Finds public pages by their names, from all who have some. */
export function openPublicPages({ memory, sources, clock, publicUrl }: Parts) {
  const readerOf = (brand: Brand, language: Language): Reader => ({
    brand,
    language,
    today: localDate(clock(), 'UTC'),
    origin: brandOrigin(brand, publicUrl),
  })

  /** A page of what stands on the shelves, as long as that is the same. */
  function shelvesPage<Page>(
    what: string,
    { brand, language, today }: Reader,
    make: () => Promise<Page>,
  ): Promise<Page> {
    const states = sources.map(({ shelfState }) => (shelfState ? shelfState(brand) : ''))
    const isKnown = !states.includes(undefined)
    return memory.recallOrMake(brand, `${what} ${today} ${language} ${states.join(' ')}`, make, () => isKnown)
  }

  return {
    /** What a brand has under a name, in a language or else in one of those it has; the name that it has now where it moved. */
    async find(brand: Brand, name: string, wanted: Language): Promise<FoundPage | { movedTo: string }> {
      const offered = offeredLanguages(brand)
      const reader = readerOf(brand, offered.includes(wanted) ? wanted : brand.site.defaultLanguage)
      if (name === '') return shelvesPage('list', reader, () => listed(sources, reader))
      // What is not there is not kept by its name, or strangers could fill the memory with names.
      const isKept = (page: unknown) => page !== undefined
      const known = await memory.recallOrMake(
        brand,
        `page ${reader.today} ${reader.language} ${name}`,
        () => made(sources, name, reader),
        isKept,
      )
      return known ?? shelvesPage('gone', reader, () => gone(sources, reader))
    },
    /** All pages that a brand has, besides the one that lists them. */
    async list(brand: Brand) {
      const today: LocalDate = localDate(clock(), 'UTC')
      return (await Promise.all(sources.map(source => source.list(brand, today)))).flat()
    },
    originOf: (brand: Brand) => brandOrigin(brand, publicUrl),
  }
}

/** A page in its frame, in the reader's language or else the first one that it is written in. */
function placed(page: PublicPage, name: string, { brand, language: wanted, origin }: Reader): FoundPage {
  const language = page.languages.includes(wanted) ? wanted : (page.languages[0] ?? wanted)
  const place = { brand, name, language, origin }
  return { page, language, isThere: true, head: headOf(page, place), body: framed(page, place) }
}
