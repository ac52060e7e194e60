import { useState } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { savedName } from '#shared/features/media/saved-name.ts'
import { download } from './fetch-file.ts'

/** The address to download; undefined for a video that exists only as HLS segments. */
function sourceOf({ type, status, url, urls, mp4, m3u8 }: MediaFileWire): string | undefined {
  if (status !== 'DONE') return undefined
  if (mediaTypeFromCode(type) === 'video') return mp4 ?? (url === m3u8 ? undefined : (url ?? undefined))
  return urls?.large ?? url ?? undefined
}

/**
 * Saves a photo or video on the device under its own name; says so when the video is not ready. A failure is shown with
 * a way to retry.
 */
export async function saveFile(file: MediaFileWire, t: Copy): Promise<void> {
  const source = sourceOf(file)
  if (source === undefined) return void toast(t('media.download.unconverted'))
  try {
    await download({ source, target: savedName(file.name, source) })
  } catch {
    const action = { label: t('ui.retry'), onPress: () => void saveFile(file, t) }
    toast(t('media.download.failed', { name: file.name }), { tone: 'danger', action })
  }
}

/** An inconspicuous button that saves a photo or video. */
export function DownloadButton({ file, className }: { file: MediaFileWire; className?: string }) {
  const t = useCopy()
  const [isBusy, setBusy] = useState(false)
  const handleClick = async () => {
    setBusy(true)
    await saveFile(file, t)
    setBusy(false)
  }
  return (
    <IconButton
      icon="download"
      label={t('media.download.file', { name: file.name })}
      className={className}
      aria-busy={isBusy || undefined}
      onClick={() => {
        if (!isBusy) void handleClick()
      }}
    />
  )
}
