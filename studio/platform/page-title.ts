import { useEffect } from 'react'

/** The school's name: the title that the page came with. */
const school = document.title

/** Names the open page in the browser's tab; '' while it is not known yet. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = [title, school].filter(Boolean).join(' · ')
  }, [title])
}
