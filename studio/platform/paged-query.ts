import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, type Input, type ReadName, send } from '#kit/request/request.ts'

export type Paged<Row> = { rows: Row; page: number; pageCount: number; total: number }

/** The query of a paged GET call: rows and pagination. Its key is that of `callQuery`. */
export function pagedQuery<Name extends ReadName>(name: Name, input: Input<Name>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: async ({ signal }): Promise<Paged<AnswerOf<Name>>> => {
      const { data, headers } = await send(name, { ...input, signal })
      const figure = (header: string) => Number(headers.get(`x-pagination-${header}`))
      return {
        rows: data as AnswerOf<Name>,
        page: figure('current-page'),
        pageCount: figure('page-count'),
        total: figure('total-count'),
      }
    },
  })
}
