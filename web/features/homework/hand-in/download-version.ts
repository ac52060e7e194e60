import type { UploadView } from '#kit/features/media/upload-view.ts'

/** A name that any device can give a file. */
function fileNameOf(title: string): string {
  return (
    title
      .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'homework'
  )
}

function save(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Saves a version that was not sent to the device's own files: its text, and each file as it was chosen. */
export function downloadVersion(text: string, files: readonly UploadView[], title: string): void {
  if (text) {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
    save(url, `${fileNameOf(title)}.txt`)
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  for (const { previewUrl, name } of files) if (previewUrl) save(previewUrl, name)
}
