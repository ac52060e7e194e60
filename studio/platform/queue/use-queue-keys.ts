import type { RefObject } from 'react'
import { useLocation } from 'wouter'
import type { CopyKey } from '#kit/copy/copy.tsx'
import { useShortcuts } from '../shortcuts.ts'

type Queue = {
  rows: readonly { id: number }[] | undefined
  openId: number | undefined
  hrefOf: (id: number) => string
  search: RefObject<HTMLInputElement | null>
  words: Record<'title' | 'next' | 'previous' | 'search', CopyKey>
}

/** The next and the previous of a queue, and its search, by keyboard. */
export function useQueueKeys({ rows = [], openId, hrefOf, search, words }: Queue): void {
  const [, navigate] = useLocation()
  const go = (step: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === openId)
    const next = at < 0 ? rows.at(step > 0 ? 0 : -1) : rows[at + step]
    if (next) navigate(hrefOf(next.id))
  }
  useShortcuts(words.title, [
    { keys: ['j'], label: words.next, run: () => go(1) },
    { keys: ['k'], label: words.previous, run: () => go(-1) },
    { keys: ['s'], label: words.search, run: () => search.current?.focus() },
  ])
}
