import type { RefObject } from 'react'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'

/** A list that is read page by page, as `usePages` answers it. */
type Paged = {
  data: { rows: readonly unknown[] } | undefined
  fetchNextPage: () => Promise<unknown>
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
}

type Props = {
  asked: Paged
  list: RefObject<HTMLElement | null>
  /** What of an entry takes the focus: one element in each. */
  focusing: string
  more: string
  failed: string
}

/** The end of a list that is read page by page: a button for the next page, whose first entry then takes the focus. */
export function MorePages({ asked, list, focusing, more, failed }: Props) {
  const handleMore = async () => {
    const before = asked.data?.rows.length ?? 0
    await asked.fetchNextPage()
    // The button may be gone.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>(focusing)[before]?.focus())
  }
  return (
    <>
      {asked.isFetchNextPageError && (
        <Notice tone="danger" live>
          {failed}
        </Notice>
      )}
      {asked.hasNextPage && (
        <Button look="secondary" busy={asked.isFetchingNextPage} onClick={() => void handleMore()}>
          {more}
        </Button>
      )}
    </>
  )
}
