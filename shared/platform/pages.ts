/** The headers of a list endpoint that answers by pages. */
const pageHeaders = {
  currentPage: 'x-pagination-current-page',
  pageCount: 'x-pagination-page-count',
  perPage: 'x-pagination-per-page',
  totalCount: 'x-pagination-total-count',
} as const

export type Pagination = Record<keyof typeof pageHeaders, number>

/** How many pages hold `totalCount` entries; an empty list has none. */
export function pageCount(totalCount: number, perPage: number): number {
  return Math.ceil(totalCount / perPage)
}

/** The headers that tell which page of a list this is. */
export function headersOfPage(page: Omit<Pagination, 'pageCount'>) {
  return {
    [pageHeaders.currentPage]: String(page.currentPage),
    [pageHeaders.pageCount]: String(pageCount(page.totalCount, page.perPage)),
    [pageHeaders.perPage]: String(page.perPage),
    [pageHeaders.totalCount]: String(page.totalCount),
  }
}

/** The page that an answer's headers describe; undefined when one of them is missing or no whole number. */
export function pageFromHeaders(headers: { get(name: string): string | null }): Pagination | undefined {
  const read = (name: keyof typeof pageHeaders) => Number(headers.get(pageHeaders[name]) || Number.NaN)
  const page = {
    currentPage: read('currentPage'),
    pageCount: read('pageCount'),
    perPage: read('perPage'),
    totalCount: read('totalCount'),
  }
  return Object.values(page).every(Number.isInteger) ? page : undefined
}
