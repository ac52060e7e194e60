import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'

/** A part of the app did not arrive; what was typed is kept as drafts over the reload. */
export function ChunkFailure({ isMissing }: { isMissing: boolean }) {
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
