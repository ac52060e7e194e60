import type { Html } from '#server/platform/http/html.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { LocalDate } from '#shared/platform/times.ts'

/** A stored picture: the key of its item and the path of its file. */
export type StoredPicture = { key: string; path: string }

/** What a page says; the frame around it is the same for all. */
export type PublicPage = {
  /** The languages it is written in, of those of the brand. */
  languages: readonly Language[]
  title: string
  description: string
  body: Html
  /** What the picture of its links is cut from. */
  picture: StoredPicture | undefined
  /** For search engines, as schema.org has it; addresses in it are whole. */
  data: readonly object[]
}

/** How much of a description search engines and networks show. */
const mostDescribed = 300

/** The description of a page: what is said of it, as much as is shown, else its title. */
export const described = (said: string, title: string): string =>
  ([...said].length > mostDescribed ? `${[...said].slice(0, mostDescribed - 1).join('')}…` : said) || title

/** For whom and when a page is made; `origin` is where the brand is. */
export type Reader = { brand: Brand; language: Language; today: LocalDate; origin: string }

/** One page in the list of them all. `changedAt` in Unix seconds. */
export type ListedPage = { name: string; languages: readonly Language[]; changedAt: number }

/**
 * Pages of one kind. A feature adds its own by `addSource` of what explore opens, and tells `public_pages_changed` in the
 * transaction that changes what they show.
 */
export type PublicSource = {
  /** The page of a name, or the name that it goes by now; undefined when the name is not of this source. */
  find(name: string, reader: Reader): Promise<PublicPage | { movedTo: string } | undefined>
  /** All its pages, for the map of the site. */
  list(brand: Brand, today: LocalDate): Promise<ListedPage[]>
  /** By what its shelf differs though nobody wrote anything, as what is published at a time; undefined while that is not remembered. */
  shelfState?(brand: Brand): string | undefined
  /** What of it `/explore` shows; undefined where there is nothing. */
  shelf(reader: Reader): Promise<Html | undefined>
}
