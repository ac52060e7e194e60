import type { Copy } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { track } from '#web/platform/analytics.ts'
import { logOut, replaceSession } from './end-session.ts'
import { keepReturnUrl, keepToken } from './session.ts'

/**
 * Signs in with a one-time token. It may be somebody else's link: the person is asked first and shown whose account it is, unless
 * it is the one signed in here, or nobody is and its owner has signed in in this browser before. Who declines stays as they
 * are. Rejects, and changes nothing, when the token is spent.
 */
export async function takeOver(oneTimeToken: string, returnUrl: string | null, t: Copy): Promise<void> {
  const body = { token: oneTimeToken }
  const own = settings.token
  const present = own ? await holderOf(own) : undefined
  // Sent with its token named, so that a refusal of the link is not taken for the end of the session.
  const holder = await request('POST /auth/transfer-token-holder', { body, token: present ? own : null })
  const { is_own: isOwn, is_known_device: isKnown, ...offered } = holder.data
  if (!isOwn && !(await mayEnter(t, present && nameOf(present), offered, isKnown))) return
  const { data } = await request('POST /auth/exchange-transfer-token', { body, token: null })
  if (isOwn) await replaceSession(data.token)
  else {
    if (present) await logOut()
    keepToken(data.token)
    track({ name: 'login', method: 'link' })
  }
  if (returnUrl) keepReturnUrl(returnUrl)
}

/** Whose session a token is; undefined when it has ended or was never confirmed. */
async function holderOf(token: string) {
  try {
    return (await request('GET /user', { token })).data
  } catch (error) {
    if (error instanceof RequestError && (error.status === 401 || error.code === 'second_factor_needed'))
      return undefined
    throw error
  }
}

type Named = { email: string | null; username?: string; name?: string | null }
const nameOf = ({ email, username, name }: Named) => [name, email ?? username].filter(Boolean).join(', ')

function mayEnter(t: Copy, present: string | undefined, holder: Named, isKnown: boolean): Promise<boolean> {
  const offered = nameOf(holder)
  if (present !== undefined)
    return confirm({
      title: t('accounts.switch.title'),
      text: t('accounts.switch.text', { present, offered }),
      yes: t('accounts.switch.yes'),
      no: t('accounts.stay'),
      danger: true,
    })
  if (isKnown) return Promise.resolve(true)
  return confirm({
    title: t('accounts.enter.title'),
    text: t('accounts.enter.text', { offered }),
    yes: t('accounts.enter.yes', { name: holder.name || offered }),
    no: t('accounts.enter.no'),
  })
}
