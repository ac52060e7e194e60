import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import type { AvatarUpload } from './use-avatar-upload.ts'

/** Why the picture is not the avatar, to be tried again or given up; nothing while all is well. */
export function AvatarProblem({ avatar: { problem, canRetry, retry, giveUp } }: { avatar: AvatarUpload }) {
  const t = useCopy()
  if (!problem) return null
  const again = (
    <Button look="secondary" icon="refresh" onClick={retry}>
      {t('ui.retry')}
    </Button>
  )
  return (
    <Notice live tone="danger" onClose={giveUp} action={canRetry && again}>
      {problem}
    </Notice>
  )
}
