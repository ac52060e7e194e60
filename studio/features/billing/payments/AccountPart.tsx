import { withProof } from '#kit/features/accounts/with-proof.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { PaymentSettingsWire } from '#shared/features/billing/payments/payment-calls.ts'
import { useMoments } from '#studio/platform/moments.ts'
import screen from '#studio/platform/Screen.module.css'
import styles from '../Billing.module.css'
import { AccountDialog } from './AccountDialog.tsx'
import { refreshPayments } from './data.ts'

type Account = NonNullable<PaymentSettingsWire['account']>

/** Who takes the school's money. */
export function AccountPart({ settings }: { settings: PaymentSettingsWire }) {
  const t = useCopy()
  const { account } = settings
  const { run, isBusy } = useSubmit({ send: closeSelling, failed: t('payments.failed'), hasToast: true })
  const handleClose = async () => {
    const answers = { yes: t('payments.close'), no: t('ui.cancel') }
    const isSure = await confirm({
      title: t('payments.close.ask'),
      text: t('payments.close.text'),
      ...answers,
      danger: true,
    })
    if (isSure) void run()
  }
  return (
    <Card as="section">
      <div className={screen.column}>
        <header className={screen.line}>
          <h2>{t('payments.account')}</h2>
          {account?.is_trial && <Badge tone="warning">{t('payments.trial')}</Badge>}
        </header>
        {account ? <Facts account={account} /> : <p>{t('payments.none')}</p>}
        {account && <Troubles account={account} />}
        <div className={screen.line}>
          <Button
            look={account ? 'secondary' : 'primary'}
            onClick={() => void openDialog(close => <AccountDialog settings={settings} onClose={() => close()} />)}
          >
            {t(account ? 'payments.change' : 'payments.choose')}
          </Button>
          {account && (
            <Button look="secondary" busy={isBusy} onClick={() => void handleClose()}>
              {t('payments.close')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

async function closeSelling() {
  await withProof(() => request('DELETE /studio/payments/account'))
  await refreshPayments()
}

function Facts({ account }: { account: Account }) {
  const t = useCopy()
  const { moment } = useMoments()
  const told = account.last_told_at === null ? t('payments.told.never') : moment(account.last_told_at * 1000)
  const facts = [
    [t('payments.provider'), t(`payments.provider.${account.provider}`)],
    [t('payments.setAt'), moment(account.set_at * 1000)],
    ...(account.keys ?? []).map(
      ({ name, shown, is_secret }) => [t(`payments.key.${name}`), is_secret ? `•••• ${shown}` : shown] as const,
    ),
    [t('payments.told'), told],
  ] as const
  return (
    <dl className={screen.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What an administrator has still to know, or to do at the provider. */
function Troubles({ account }: { account: Account }) {
  const t = useCopy()
  const { provider, keys, events_url: address } = account
  if (keys === null)
    return (
      <Notice tone="danger" title={t('payments.unreadable')}>
        {t('payments.unreadable.text')}
      </Notice>
    )
  if (provider === 'sandbox')
    return (
      <Notice tone="warn" title={t('payments.sandbox.on')}>
        {t('payments.sandbox.on.text')}
      </Notice>
    )
  const isUnsigned = provider === 'stripe' && keys.every(({ name }) => name !== 'webhook_secret')
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toast(t('payments.address.copied'), { tone: 'success' })
    } catch {
      toast(t('payments.address.notCopied'))
    }
  }
  return (
    <Notice tone={isUnsigned ? 'warn' : 'info'} title={t('payments.address')}>
      <p>{t(`payments.address.${provider}`)}</p>
      <p className={screen.line}>
        <code className={styles.code}>{address}</code>
        <Button look="secondary" onClick={() => void handleCopy()}>
          {t('payments.address.copy')}
        </Button>
      </p>
      {isUnsigned && <p>{t('payments.address.unsigned')}</p>}
    </Notice>
  )
}
