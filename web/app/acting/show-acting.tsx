import { createRoot } from 'react-dom/client'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { toUser } from '#web/features/accounts/data.ts'
import { person } from '#web/platform/analytics.ts'
import { messages } from '#web/platform/copy.ts'
import { ActingBar } from './ActingBar.tsx'

let isShown = false

/** Shows by whom the account is used for as long as this person is signed in. */
export async function showActing(wire: UserWire): Promise<void> {
  const { id, displayName, impersonatedBy } = toUser(wire)
  if (isShown || !impersonatedBy) return
  isShown = true
  const place = document.createElement('div')
  // Last, so that the way to the content stays first; what sticks to the top of a screen sticks below the bar.
  document.body.append(place)
  document.documentElement.style.setProperty('--acting-bar', '3rem')
  document.body.style.setProperty('padding-block-start', '3rem')
  const root = createRoot(place)
  root.render(
    <CopyProvider language={settings.language} messages={messages}>
      <ActingBar name={displayName} by={impersonatedBy.name} />
    </CopyProvider>,
  )
  const stop = person.subscribe(() => {
    if (person.read()?.id === id) return
    stop()
    root.unmount()
    place.remove()
    document.documentElement.style.removeProperty('--acting-bar')
    document.body.style.removeProperty('padding-block-start')
    isShown = false
  })
}
