import { useEffect } from 'react'

/** The school's name: the page's initial title. */
const school = document.title

/** Sets the tab's title; '' while it is unknown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = [title, school].filter(Boolean).join(' · ')
  }, [title])
}
