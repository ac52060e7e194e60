import { useIsFetching } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { addCopy } from '#web/platform/copy.ts'

const ChatsWatch = lazy(async () => ({ default: (await import('#web/features/chat/ChatsWatch.tsx')).ChatsWatch }))
const HomeworkWatch = lazy(async () => ({
  default: (await import('#web/features/homework/HomeworkWatch.tsx')).HomeworkWatch,
}))

const SupportWatch = lazy(async () => ({
  default: (await import('#web/features/support/SupportWatch.tsx')).SupportWatch,
}))

/** How long nothing must be under way for the screen to count as drawn, in ms. */
const settled = 1000

/** Reads the chats and follows them and the homework in them live, once the screen is drawn and nothing else is to be done. */
export function UnreadWatch({ isReady }: { isReady: boolean }) {
  const [isIdle, setIdle] = useState(false)
  const isQuiet = useIsFetching() === 0 && isReady
  useEffect(() => {
    if (!isQuiet) return
    const timer = setTimeout(() => setIdle(true), settled)
    return () => clearTimeout(timer)
  }, [isQuiet])
  return (
    <Suspense fallback={null}>
      {isIdle && <ChatsWatch />}
      {isIdle && <HomeworkWatch />}
      {isIdle && <SupportWatch loadCopy={() => addCopy('account')} />}
    </Suspense>
  )
}
