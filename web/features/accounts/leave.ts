import type { Copy } from '#kit/copy/copy.tsx'
import { browserOutbox } from '#kit/outbox/browser-outbox.ts'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { pressSignOut } from './sign-out-press.ts'

/** Signs out; asks first when unsent writes would be lost. */
export async function exit(t: Copy, navigate: (to: string) => void): Promise<void> {
  const count = browserOutbox.unsent()
  const question = { title: t('shell.exit.unsent'), text: t('shell.waiting', { count }), danger: true }
  if (count > 0 && !(await confirm(question))) return
  pressSignOut()
  navigate(pathTo('logout'))
}

/** Opens the studio, signed in with a one-time token. */
export async function openStudio(t: Copy): Promise<void> {
  try {
    const { data } = await request('POST /auth/transfer-token')
    location.assign(`/admin/login?token=${encodeURIComponent(data.token)}`)
  } catch (error) {
    toast(errorMessage(error, t('ui.error.title')), { tone: 'danger' })
  }
}
