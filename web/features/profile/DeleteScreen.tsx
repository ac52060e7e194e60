import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { endAccount } from '#web/features/accounts/end-session.ts'
import { withProof } from '#kit/features/accounts/with-proof.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { settings } from '#kit/request/connection.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { opener } from '#web/platform/openers.ts'
import { useOnline } from '#kit/request/use-online.ts'
import styles from './Settings.module.css'

/** `/delete`: deletes the account after a confirmation and leads to sign-in by a page load. */
export function DeleteScreen() {
  const t = useCopy()
  const isOnline = useOnline()
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      const isSure = await confirm({
        title: t('profile.delete.sure'),
        text: t('profile.delete.sureText'),
        yes: t('profile.delete.yes'),
        no: t('profile.delete.no'),
        danger: true,
      })
      if (!isSure) return false
      const { userId } = settings
      if (!(await withProof(endAccount))) return false
      if (userId !== null) await opener('leaveDownloads')(userId).catch(() => {})
      location.replace(pathTo('login'))
      return true
    },
    failed: t('profile.delete.failed'),
  })
  return (
    <div className={styles.narrow}>
      <h1>{t('profile.delete.title')}</h1>
      <FailureNotice failure={failure} />
      <p>{t('profile.delete.text')}</p>
      <ul className={styles.losses}>
        <li>{t('profile.delete.learning')}</li>
        <li>{t('profile.delete.devices')}</li>
        <li>{t('profile.delete.subscriptions')}</li>
      </ul>
      <Button
        look="danger"
        wide
        busy={isBusy}
        disabled={!isOnline}
        icon={isOnline ? undefined : 'wifi-off'}
        onClick={() => void run()}
      >
        {isOnline ? t('profile.delete.submit') : t('accounts.offline')}
      </Button>
      <LinkButton look="secondary" wide href={pathTo('home')}>
        {t('profile.delete.no')}
      </LinkButton>
    </div>
  )
}
