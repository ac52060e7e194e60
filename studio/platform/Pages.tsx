import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import styles from './Pages.module.css'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, type Input, type ReadName, send } from '#kit/request/request.ts'
import { pageFromHeaders } from '#shared/platform/contract.ts'

type Props = { page: number; count: number; onPage: (page: number) => void }

/** Leads through the pages of a list; also back from one that is empty by now. */
export function PageSwitch({ page, count, onPage }: Props) {
  const t = useCopy()
  if (count < 2 && page < 2) return null
  return (
    <nav className={styles.pages} aria-label={t('shell.pages')}>
      <Button look="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('shell.pages.before')}
      </Button>
      <span>{t('shell.pages.at', { page, count: Math.max(page, count) })}</span>
      <Button look="secondary" disabled={page >= count} onClick={() => onPage(page + 1)}>
        {t('shell.pages.after')}
      </Button>
    </nav>
  )
}

export type Paged<Row> = { rows: Row; page: number; pageCount: number; total: number }

/** The query of a paged GET call: rows and pagination. Its key is that of `callQuery`. */
export function pagedQuery<Name extends string>(name: Name & ReadName, input: Input<Name>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: async ({ signal }): Promise<Paged<AnswerOf<Name>>> => {
      const { data, headers } = await send(name, { ...input, signal })
      const { currentPage: page = 0, pageCount = 0, totalCount: total = 0 } = pageFromHeaders(headers) ?? {}
      return { rows: data as AnswerOf<Name>, page, pageCount, total }
    },
  })
}
