import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { CrashBoundary, type CrashProps } from '#kit/shell/CrashBoundary.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { tellFailure } from '#web/platform/failures.ts'
import { ChunkLoadError } from './chunks.ts'
import { forgetFailures } from './paths.ts'

/** Wraps the screens: a part of the app that failed to load offers a reload, any other failure a retry. */
export function ScreenBoundary({ place, children }: { place: string; children: ReactNode }) {
  return (
    <CrashBoundary
      place={place}
      onCrash={error => tellFailure(error, 'screen')}
      onTryAgain={forgetFailures}
      Fallback={Crash}
    >
      {children}
    </CrashBoundary>
  )
}

function Crash({ error, onRetry }: CrashProps) {
  if (error instanceof ChunkLoadError) return <ChunkFailure isMissing={error.type === 'missing'} />
  return <ErrorState isPage onRetry={onRetry} />
}

/** What was typed survives the reload as drafts. */
function ChunkFailure({ isMissing }: { isMissing: boolean }) {
  const t = useCopy()
  const reload = (
    <Button icon="refresh" onClick={() => location.reload()}>
      {t('shell.reload')}
    </Button>
  )
  return (
    <main id="main" role="alert">
      <EmptyState
        isPage
        icon={isMissing ? 'refresh' : 'wifi-off'}
        title={t('shell.chunk.title')}
        text={t(isMissing ? 'shell.chunk.missing' : 'shell.chunk.text')}
        action={reload}
      />
    </main>
  )
}
