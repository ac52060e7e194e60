import { useEffect } from 'react'
import { site } from '#kit/features/brands/site.ts'

/** Names the open page in the browser's tab; '' while it is not known yet. */
export function usePageTitle(title: string): void {
  const { name } = site().site.domain
  useEffect(() => {
    document.title = [title, name].filter(Boolean).join(' · ')
  }, [title, name])
}
