import { useCopy } from '#kit/copy/copy.tsx'
import { formatBytes } from '#kit/features/media/upload-text.ts'
import { settings } from '#kit/request/connection.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { addCopy } from '#web/platform/copy.ts'
import { endHolding } from './device/leases.ts'
import { filesOf } from './device/records.ts'
import type { StoredFile } from './device/stored-file.ts'
import { canDownload } from './on-device.ts'
import { usedBytes } from './progress-of.ts'
import { endSyncing, forgetDownloads } from './sync.ts'

/**
 * Asks what becomes of the downloads; they stay, sealed, unless the person has them removed. Those of a person whose account is
 * `gone` are removed without a question.
 */
export async function leaveDownloads(gone?: number): Promise<void> {
  const userId = gone ?? settings.userId
  if (userId === null || !canDownload()) return
  const answer = gone === undefined ? await ask(userId) : 'remove'
  // Otherwise what is being brought up to date would add to what was removed.
  await endSyncing()
  if (answer === 'remove') await forgetDownloads(userId)
  await endHolding()
}

/** Seals the downloads of a session that another tab has ended. */
export async function sealDownloads(token: string): Promise<void> {
  await endSyncing()
  await endHolding(token)
}

type Answer = 'keep' | 'remove'

async function ask(userId: number): Promise<Answer | undefined> {
  const files = await filesOf(userId)
  if (files.length === 0) return undefined
  await addCopy('talk')
  const bytes = usedBytes(files)
  return openDialog<Answer>(close => <Question files={files} bytes={bytes} onAnswer={close} />)
}

type Props = { files: readonly StoredFile[]; bytes: number; onAnswer: (answer: Answer) => void }

function Question({ files, bytes, onAnswer }: Props) {
  const t = useCopy()
  const size = formatBytes(bytes, t.language)
  const count = new Set(files.map(({ id }) => id)).size
  return (
    <Dialog
      isQuestion
      size="small"
      title={t('downloads.leave.title')}
      onClose={() => onAnswer('keep')}
      footer={
        <>
          <Button look="danger" onClick={() => onAnswer('remove')}>
            {t('downloads.leave.remove')}
          </Button>
          <Button data-autofocus onClick={() => onAnswer('keep')}>
            {t('downloads.leave.keep')}
          </Button>
        </>
      }
    >
      <p>{t('downloads.leave.text', { count, size })}</p>
    </Dialog>
  )
}
