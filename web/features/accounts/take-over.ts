import type { Copy } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { keepReturnUrl, keepToken, logOut, replaceSession } from './session.ts'

/**
 * Signs in with a one-time token. Somebody else who is signed in here is asked first, and stays when they decline.
 * Rejects, and changes nothing, when the token is spent.
 */
export async function takeOver(oneTimeToken: string, returnUrl: string | null, t: Copy): Promise<void> {
  const { data } = await request('POST /auth/exchange-transfer-token', { body: { token: oneTimeToken }, token: null })
  const [present, offered] = await Promise.all([settings.token && holderOf(settings.token), holderOf(data.token)])
  if (present && present.id === offered?.id) await replaceSession(data.token)
  else {
    if (present && !(await agrees(t, nameOf(present), nameOf(offered)))) return endSession(data.token)
    if (present) await logOut()
    keepToken(data.token)
  }
  if (returnUrl) keepReturnUrl(returnUrl)
}

/** Whose session a token is; undefined when it has ended. */
async function holderOf(token: string) {
  try {
    return (await request('GET /user', { token })).data
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return undefined
    throw error
  }
}

type Holder = NonNullable<Awaited<ReturnType<typeof holderOf>>>
const nameOf = (holder: Holder | undefined) => holder?.email ?? holder?.username ?? ''

const agrees = (t: Copy, present: string, offered: string) =>
  confirm({
    title: t('joining.switch.title'),
    text: t('joining.switch.text', { present, offered }),
    yes: t('joining.switch.yes'),
    no: t('joining.stay'),
    danger: true,
  })

async function endSession(token: string): Promise<void> {
  await request('POST /auth/logout', { token }).catch(() => {})
}
