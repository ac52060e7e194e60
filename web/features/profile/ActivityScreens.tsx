import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import page from '#kit/ui/Page.module.css'
import { Button } from '#kit/ui/actions/Button.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useFigures, useReferrals } from './data.ts'
import { Figures } from './Figures.tsx'
import styles from './Settings.module.css'

/** `/user/bonuses`: what the learner has earned by learning and by inviting friends. */
export function BonusesScreen() {
  const t = useCopy()
  usePageTitle(t('profile.bonuses'))
  const { data, error, isFetching, refetch } = useFigures()
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={page.column} aria-busy={!data}>
      <h1>{t('profile.bonuses')}</h1>
      <p className={styles.muted}>{t('profile.bonuses.text')}</p>
      {!data && <Skeleton height="12rem" />}
      {data && (
        <Figures
          rows={[
            { label: t('profile.statistics.points'), value: data.scoresAmount },
            { label: t('profile.bonuses.cashback'), value: data.cashback },
            { label: t('profile.referrals.orders'), value: data.referralOrders },
          ]}
        />
      )}
      <div className={styles.buttons}>
        <LinkButton href={pathTo('points')}>{t('profile.bonuses.points')}</LinkButton>
        <LinkButton look="secondary" href={pathTo('referrals')}>
          {t('profile.bonuses.invite')}
        </LinkButton>
      </div>
    </div>
  )
}

/** `/user/referrals`: the learner's invitation link and what came of it. */
export function ReferralsScreen() {
  const t = useCopy()
  usePageTitle(t('profile.referrals'))
  const { data, error, isFetching, refetch } = useReferrals()
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={page.column} aria-busy={!data}>
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

/** Shares the link where the device can; it can always be copied. */
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
    // Closing the share sheet rejects too.
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
