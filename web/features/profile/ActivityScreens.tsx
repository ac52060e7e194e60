import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Slot } from '#kit/shell/Slot.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useFigures, useReferrals } from './data.ts'
import styles from './Settings.module.css'
import { watchedTime } from './watched-time.ts'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** How much the learner learned by days and weeks, and what that earned. */
    learnerActivity: { minutes: number; homework: number; courses: number }
  }
}

/** `/user/statistics`: what the learner has done so far; nothing is shown of what has not begun. */
export function StatisticsScreen() {
  const t = useCopy()
  usePageTitle(t('profile.statistics'))
  const { data, error, isFetching, refetch } = useFigures()
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  const rows = data && [
    {
      label: t('profile.statistics.time'),
      value: data.viewedHours,
      text: watchedTime(data.viewedHours, t.language),
    },
    { label: t('profile.statistics.lessons'), value: data.viewedLessons },
    { label: t('profile.statistics.tasks'), value: data.completedTasks },
    { label: t('profile.statistics.courses'), value: data.completedCourses },
    { label: t('profile.statistics.points'), value: data.scoresAmount },
  ]
  const hasBegun = rows?.some(({ value }) => value > 0)
  return (
    <div className={styles.screen} aria-busy={!rows}>
      <h1>{t('profile.statistics')}</h1>
      {!rows && <Skeleton height="12rem" />}
      {rows && hasBegun && <Figures rows={rows.filter(({ value }) => value > 0)} />}
      {data && hasBegun && (
        <Slot
          name="learnerActivity"
          minutes={Math.floor(data.viewedHours * 60)}
          homework={data.completedTasks}
          courses={data.completedCourses}
        />
      )}
      {rows && !hasBegun && (
        <EmptyState
          icon="play"
          title={t('profile.statistics.none')}
          text={t('profile.statistics.none.text')}
          action={<LinkButton href={pathTo('courses')}>{t('profile.statistics.start')}</LinkButton>}
        />
      )}
    </div>
  )
}

/** `/user/bonuses`: what the learner has earned by learning and by inviting friends. */
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

type Figure = { label: string; value: number; text?: string }

function Figures({ rows }: { rows: readonly Figure[] }) {
  const { language } = useCopy()
  return (
    <dl className={styles.figures}>
      {rows.map(({ label, value, text }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{text ?? formatNumber(value, language)}</dd>
        </div>
      ))}
    </dl>
  )
}
