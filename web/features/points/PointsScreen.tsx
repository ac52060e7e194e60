import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import { site } from '#kit/features/brands/site.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import { Question } from '#kit/ui/states/Question.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { leftToSpend } from '#shared/features/points/rules.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { moneyText } from '#web/platform/money-text.ts'
import { useBalance, useSpending } from './data.ts'
import styles from './PointsScreen.module.css'

const questions = ['earn', 'homework', 'spend', 'back', 'twice', 'offline'] as const

function Questions() {
  const t = useCopy()
  return (
    <section aria-labelledby="points-faq" className={styles.section}>
      <h2 id="points-faq">{t('points.faq.title')}</h2>
      <div className={styles.questions}>
        {questions.map(question => (
          <Question key={question} question={t(`points.faq.${question}.question`)}>
            <p className={styles.text}>{t(`points.faq.${question}.answer`)}</p>
          </Question>
        ))}
      </div>
    </section>
  )
}

/** How many points are missing until they can be spent, and what 100 of them take off a price, in the school’s currencies. */
function Spending({ amount }: { amount: number }) {
  const t = useCopy()
  const { data: spending, isLoading } = useSpending()
  const values = spending?.values
  const { spendingThreshold } = site().config.points
  const left = leftToSpend(amount, spendingThreshold)
  const isWorthless = values?.length === 0
  const worth = values?.map(one => moneyText(t, one.amount, one.currency)).join(' · ')
  const reach =
    left > 0 ? t('points.spend.more', { threshold: spendingThreshold, count: left }) : t('points.spend.ready')
  const words = isWorthless
    ? [t('points.spend.worthless')]
    : [...(isLoading ? [] : [reach]), ...(worth ? [t('points.spend.worth', { amount: worth })] : [])]
  return (
    <section aria-labelledby="points-spend" className={styles.section}>
      <h2 id="points-spend">{t('points.spend.title')}</h2>
      {left > 0 && !isLoading && !isWorthless && (
        <ProgressBar
          percent={(amount / spendingThreshold) * 100}
          label={t('points.spend.progress', { threshold: spendingThreshold })}
        />
      )}
      {words.map(text => (
        <p key={text} className={styles.text}>
          {text}
        </p>
      ))}
    </section>
  )
}

export function PointsScreen() {
  const t = useCopy()
  const balance = useBalance()
  const amount = balance.data
  if (amount === undefined && balance.error) {
    return (
      <LoadFailure
        isPage
        title={t('points.error')}
        offlineText={t('points.offline')}
        busy={balance.isFetching}
        onRetry={() => void balance.refetch()}
      />
    )
  }
  return (
    <div className={styles.points} aria-busy={amount === undefined}>
      <h1>{t('points.title')}</h1>
      <Card tone="accent" className={styles.balance}>
        <span className={styles.star}>
          <Icon name="star" />
        </span>
        <div>
          <p className={styles.label}>{t('points.balance')}</p>
          {amount === undefined ? (
            <Skeleton shape="title" width="8rem" />
          ) : (
            <p className={styles.amount}>
              <strong>{formatNumber(amount, t.language)}</strong> {t('points.unit', { count: amount })}
            </p>
          )}
        </div>
        <LinkButton look="secondary" href={pathTo('pointsHistory')} className={styles.history}>
          {t('points.history')}
        </LinkButton>
      </Card>
      {amount !== undefined && <Spending amount={amount} />}
      <Questions />
    </div>
  )
}
