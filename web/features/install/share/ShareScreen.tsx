import { lazy, Suspense } from 'react'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'

/** Loaded by itself: the first script names all that a screen needs, and has no room for what this one needs of chats and homework. */
const Choice = lazy(async () => ({ default: (await import('./ShareChoice.tsx')).ShareChoice }))

/** `/share`: where an installed app is sent with what another app shares. */
export function ShareScreen() {
  return (
    <Suspense
      fallback={
        <div aria-busy>
          <Skeleton shape="box" height="14rem" />
        </div>
      }
    >
      <Choice />
    </Suspense>
  )
}
