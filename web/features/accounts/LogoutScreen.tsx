import { useEffect } from 'react'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { keepReturnUrl, logOut } from './session.ts'

let running: Promise<void> | undefined

/** `/logout?returnUrl=`: ends the session and opens sign-in by a page load. */
export function LogoutScreen() {
  useEffect(() => {
    const returnUrl = new URLSearchParams(location.search).get('returnUrl')
    running ??= logOut().then(() => {
      if (returnUrl) keepReturnUrl(returnUrl)
      location.replace(pathTo('login'))
    })
  }, [])
  return <Spinner />
}
