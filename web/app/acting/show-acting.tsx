import { createRoot } from 'react-dom/client'
import { queryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { formOf, userQuery } from '../../features/accounts/data.ts'
import { person } from '../../platform/analytics.ts'
import { addAccountCopy, messages } from '../copy.ts'

let shown: { id: number; remove: () => void } | undefined

/** Shows whose account is used by whom as long as it is so; for everybody else nothing is loaded (STF-11). */
export function showActing(): void {
  const judge = () => void meet(person.read()?.id).catch(() => {})
  person.subscribe(judge)
  judge()
}

async function meet(id: number | undefined): Promise<void> {
  if (shown && shown.id !== id) shown.remove()
  if (id === undefined || shown) return
  const user = formOf(await queryClient.ensureQueryData(userQuery()))
  if (!user.impersonatedBy || user.id !== person.read()?.id) return
  const [{ ActingBar }] = await Promise.all([import('./ActingBar.tsx'), addAccountCopy()])
  if (shown || user.id !== person.read()?.id) return
  const place = document.createElement('div')
  place.style.display = 'contents'
  document.body.prepend(place)
  // What sticks to the top of a screen sticks below the bar.
  document.documentElement.style.setProperty('--acting-bar', '3rem')
  const root = createRoot(place)
  root.render(
    <CopyProvider language={settings.language} messages={messages}>
      <ActingBar name={user.displayName} by={user.impersonatedBy.name} />
    </CopyProvider>,
  )
  shown = {
    id: user.id,
    remove() {
      shown = undefined
      root.unmount()
      place.remove()
      document.documentElement.style.removeProperty('--acting-bar')
    },
  }
}
