import { type Copy, createCopy } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import {
  type SocialErrorCode,
  socialErrorCodes,
  socialNames,
  type SocialSource,
  socialSources,
} from '#shared/features/social/rules.ts'
import { keepToken } from '#web/features/accounts/session.ts'
import { track } from '#web/platform/analytics.ts'
import { addCopy, messages } from '#web/platform/copy.ts'
import { keepVainReturn } from './networks.ts'

const ownTexts = ['attempt_over', 'another_account_linked', 'provider_unreachable'] as const

function failureText(t: Copy, { source, code, message }: SocialReturn): string {
  const network = source ? socialNames[source] : t('social.aNetwork')
  const own = code === 'unknown_error' ? ownTexts.find(word => word === message) : undefined
  return t(`social.error.${own ?? code}`, { network, code, message: message || '?' })
}

function showFailure(t: Copy, text: string): void {
  void openDialog(close => (
    <Dialog
      title={t('social.error.title')}
      size="small"
      onClose={() => close()}
      footer={
        <Button data-autofocus onClick={() => close()}>
          {t('ui.ok')}
        </Button>
      }
    >
      <p>{text}</p>
    </Dialog>
  ))
}

async function enter(t: Copy, { token, source }: SocialReturn): Promise<void> {
  try {
    const { data } = await request('POST /auth/exchange-transfer-token', { body: { token } })
    keepToken(data.token)
    track({ name: 'login', method: source ?? 'network' })
  } catch (error) {
    showFailure(t, errorMessage(error, t('social.again')))
  }
}

/**
 * Removes a network's report from the address and acts on it: signs in with its token, confirms a link, or shows what
 * went wrong. Somebody already signed in stays so, whatever the address says.
 */
export async function handleSocialReturn(): Promise<void> {
  const back = socialReturnIn(location.href)
  if (!back) return
  // Its texts must be there.
  await Promise.all([addCopy('first'), addCopy('account')])
  const t = createCopy(settings.language, messages)
  history.replaceState(history.state, '', back.rest)
  const { found } = back
  if (found.status === 'fail') {
    keepVainReturn()
    showFailure(t, failureText(t, found))
  }
  if (found.status !== 'success') return
  if (found.token && !settings.token) return enter(t, found)
  if (!found.token && settings.token && found.source)
    toast(t('social.linked.now', { network: socialNames[found.source] }), { tone: 'success' })
}

/** What a network reports in the query when it sends somebody back. */
type SocialReturn = {
  source: SocialSource | undefined
  status: string
  token: string
  code: SocialErrorCode
  /** A single word; '' for anything else, since anybody can write an address. */
  message: string
}

const names = ['action', 'method', 'status', 'token', 'errorCode', 'errorMessage']

/** Splits an address into the network's report and the rest; undefined without a report. */
export function socialReturnIn(address: string): { found: SocialReturn; rest: string } | undefined {
  const url = new URL(address)
  if (url.searchParams.get('action') !== 'login') return undefined
  const [, method, status, token, errorCode, errorMessage] = names.map(name => url.searchParams.get(name) ?? '')
  for (const name of names) url.searchParams.delete(name)
  // Facebook appends this hash.
  if (url.hash === '#_=_') url.hash = ''
  const found = {
    source: socialSources.find(source => source === method),
    status: status ?? '',
    token: token ?? '',
    code: socialErrorCodes.find(code => code === errorCode) ?? 'unknown_error',
    message: /^[a-z_]{1,40}$/.test(errorMessage ?? '') ? (errorMessage ?? '') : '',
  }
  return { found, rest: url.href }
}
