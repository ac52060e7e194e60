import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useFileAction } from './data.ts'

/** Has a film converted once more. */
export function RetryButton({ id }: { id: number }) {
  const t = useCopy()
  const { run, isBusy } = useFileAction()
  return (
    <Button
      look="secondary"
      icon="refresh"
      busy={isBusy}
      onClick={() => void run(() => request('POST /studio/library/:id/retry', { params: { id } }))}
    >
      {t('library.retry')}
    </Button>
  )
}
