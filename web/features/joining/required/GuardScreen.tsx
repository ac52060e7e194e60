import { useCallback, useEffect, useRef } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import type { GuardVerdict } from '#shared/features/accounts/rules.ts'
import { userQuery } from '#web/features/accounts/data.ts'
import { askEmail } from './ask-email.tsx'
import { pressSignOut } from '#web/features/accounts/sign-out-press.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './RequiredStep.module.css'

type Verdict = Extract<GuardVerdict, { kind: 'askEmail' | 'refuse' }>

/** Shown instead of a screen the guards do not open. */
export function GuardScreen({ verdict }: { verdict: Verdict }) {
  return verdict.kind === 'askEmail' ? <EmailFirst /> : <NotAvailable why={verdict.why} />
}

/** Asks for the e-mail in a dialog; if it is declined, the page offers nothing but asking again. */
function EmailFirst() {
  const t = useCopy()
  const hasAsked = useRef(false)
  const ask = useCallback(async () => {
    if (await askEmail(t)) await queryClient.invalidateQueries({ queryKey: userQuery().queryKey })
  }, [t])
  useEffect(() => {
    if (hasAsked.current) return
    hasAsked.current = true
    void ask()
  }, [ask])
  return (
    <EmptyState
      isPage
      icon="lock"
      title={t('joining.askEmail.title')}
      text={t('joining.askEmail.text')}
      action={<Button onClick={() => void ask()}>{t('joining.askEmail.open')}</Button>}
    />
  )
}

/** The plan does not include this version: whom to contact, past subscriptions, and sign-out. */
function NotAvailable({ why }: { why: 'version' | 'mobile' }) {
  const t = useCopy()
  const { saleEmail } = site().config
  return (
    <div className={styles.stopped}>
      <EmptyState
        isPage
        icon="lock"
        title={t(`joining.unavailable.${why}.title`)}
        text={
          <>
            {t(`joining.unavailable.${why}.text`)} <a href={`mailto:${saleEmail}`}>{saleEmail}</a>
          </>
        }
        action={
          <div className={styles.actions}>
            <LinkButton look="secondary" href={pathTo('subscriptions')}>
              {t('joining.unavailable.subscriptions')}
            </LinkButton>
            <LinkButton icon="exit" href={pathTo('logout')} onClick={pressSignOut}>
              {t('accounts.signOut')}
            </LinkButton>
          </div>
        }
      />
    </div>
  )
}
