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

/** Of a page in a language that a brand offers; `isThere` is false of what says that there is none. */
export type FoundPage = {
  page: PublicPage
  name: string
  language: Language
  isThere: boolean
  head: Html
  body: Html
}
export type PublicPages = ReturnType<typeof openPublicPages>

/** Finds public pages by their names, from all who have some. */
export function openPublicPages({ memory, sources, clock, publicUrl }: Parts) {
  const readerOf = (brand: Brand, language: Language): Reader => ({
    brand,
    language,
    today: localDate(clock(), 'UTC'),
    origin: brandOrigin(brand, publicUrl),
  })

  async function shelvesFor(reader: Reader): Promise<Html[]> {
    const shelves = await Promise.all(sources.map(source => source.shelf(reader)))
    return shelves.filter(shelf => shelf !== undefined)
  }

  async function pageOf(name: string, reader: Reader): Promise<PublicPage | { movedTo: string } | undefined> {
    const { brand, language, origin } = reader
    if (name === '') return explorePage(brand, language, await shelvesFor(reader), origin)
    for (const source of sources) {
      const found = await source.find(name, reader)
      if (found) return found
    }
    return undefined
  }

  async function made(name: string, reader: Reader): Promise<FoundPage | { movedTo: string }> {
    const { brand, origin } = reader
    const found = await pageOf(name, reader)
    if (found && 'movedTo' in found) return found
    const page = found ?? gonePage(brand, reader.language, await shelvesFor(reader))
    const language = page.languages.includes(reader.language) ? reader.language : (page.languages[0] ?? reader.language)
    const place = { brand, name: found ? name : '', language, origin }
    const head = found ? headOf(page, place) : html`<meta name="robots" content="noindex">`
    return { page, name, language, isThere: found !== undefined, head, body: framed(page, place) }
  }

  return {
    /** What a brand has under a name, in a language or else in one of those it has; the name that it has now where it moved. */
    async find(brand: Brand, name: string, wanted: Language): Promise<FoundPage | { movedTo: string }> {
      const offered = offeredLanguages(brand)
      const reader = readerOf(brand, offered.includes(wanted) ? wanted : brand.site.defaultLanguage)
      // What is not there is not kept, or strangers could fill the memory with names.
      const key = `page ${reader.today} ${reader.language} ${name}`
      return memory.recallOrMake(
        brand,
        key,
        () => made(name, reader),
        found => 'page' in found && found.isThere,
      )
    },
    /** All pages that a brand has, besides the one that lists them. */
    async list(brand: Brand) {
      const today: LocalDate = localDate(clock(), 'UTC')
      return (await Promise.all(sources.map(source => source.list(brand, today)))).flat()
    },
    /** An answer made of pages, compressed once. */
    answer: (brand: Brand, key: string, make: () => string) =>
      memory.recallOrMake(brand, `answer ${key}`, async () => new CachedAnswer(make(), 'text')),
    originOf: (brand: Brand) => brandOrigin(brand, publicUrl),
  }
}
