import type { Copy } from '#kit/copy/copy.tsx'
import { errorMessage, NetworkError } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/layers/toasts.ts'

/** Says that a choice was not kept. */
export const tellFailure = (t: Copy) => (error: unknown) => {
  const text = error instanceof NetworkError ? t('settings.notKept') : errorMessage(error, t('profile.failed'))
  toast(text, { tone: 'danger' })
}
