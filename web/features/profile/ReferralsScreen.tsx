import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/Button.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { toast } from '#kit/ui/toasts.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useReferrals } from './data.ts'
import { Figures } from './Figures.tsx'
import styles from './Settings.module.css'

/** `/user/referrals`: the own link to hand on, and what has come of it. */
export function ReferralsScreen() {
  const t = useCopy()
  usePageTitle(t('profile.referrals'))
  const { data, error, isFetching, refetch } = useReferrals()
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.screen} aria-busy={!data}>
      <h1>{t('profile.referrals')}</h1>
      <p className={styles.muted}>{t('profile.referrals.text')}</p>
      {!data && <Skeleton height="14rem" />}
      {data && <OwnLink address={`${location.origin}/?ref=${data.code}`} />}
      {data && (
        <Figures
          rows={[
            { label: t('profile.referrals.jumps'), value: data.link_jumps },
            { label: t('profile.referrals.signUps'), value: data.sign_ups },
            { label: t('profile.referrals.orders'), value: data.referral_orders },
          ]}
        />
      )}
    </div>
  )
}

/** Hands the link on by what the device offers; where that is nothing, it is copied. */
function OwnLink({ address }: { address: string }) {
  const t = useCopy()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toast(t('profile.referrals.copied'), { tone: 'success' })
    } catch {
      toast(t('profile.referrals.copyFailed'), { tone: 'danger' })
    }
  }
  const share = () => {
    const { name } = site().site.domain
    // Closing the device's own picker is no failure.
    navigator.share({ title: name, text: t('profile.referrals.invite', { name }), url: address }).catch(() => {})
  }
  return (
    <div className={styles.link}>
      <p className={styles.address}>
        <bdi>{address}</bdi>
      </p>
      <div className={styles.buttons}>
        {'share' in navigator && (
          <Button icon="send" onClick={share}>
            {t('profile.referrals.share')}
          </Button>
        )}
        <Button look="secondary" icon="document" onClick={() => void copy()}>
          {t('profile.referrals.copy')}
        </Button>
      </div>
    </div>
  )
}
