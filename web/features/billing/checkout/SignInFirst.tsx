import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { keepReturnUrl } from '#web/features/accounts/session.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './Checkout.module.css'

/** A visitor signs up or in before paying, and comes back with the `code` that was typed; empty where it is to be left out. */
export function SignInFirst({ code }: { code: string | undefined }) {
  const t = useCopy()
  const handleLeave = () => {
    const query = new URLSearchParams(location.search)
    if (code) query.set('code', code)
    else if (code === '') query.delete('code')
    keepReturnUrl(location.pathname + (query.size ? `?${query}` : ''))
  }
  return (
    <div className={styles.last}>
      <p>{t('billing.checkout.visitor')}</p>
      {site().config.isRegistrationEnable && (
        <LinkButton wide href={pathTo('signup')} onClick={handleLeave}>
          {t('billing.checkout.signUp')}
        </LinkButton>
      )}
      <LinkButton wide look="secondary" href={pathTo('login')} onClick={handleLeave}>
        {t('billing.checkout.signIn')}
      </LinkButton>
    </div>
  )
}
