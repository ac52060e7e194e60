import { useCopy } from '#kit/copy/copy.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useFigures } from './data.ts'
import { Figures } from './Figures.tsx'
import styles from './Settings.module.css'

/** `/user/bonuses`: what a person has earned by learning and by inviting others. */
export function BonusesScreen() {
  const t = useCopy()
  usePageTitle(t('profile.bonuses'))
  const { data, error, isFetching, refetch } = useFigures()
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.screen} aria-busy={!data}>
      <h1>{t('profile.bonuses')}</h1>
      <p className={styles.muted}>{t('profile.bonuses.text')}</p>
      {!data && <Skeleton height="12rem" />}
      {data && (
        <Figures
          rows={[
            { label: t('profile.statistics.points'), value: data.scoresAmount },
            { label: t('profile.bonuses.cashback'), value: data.cashback },
            { label: t('profile.bonuses.discount'), value: data.discountForReferral, isPercent: true },
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
