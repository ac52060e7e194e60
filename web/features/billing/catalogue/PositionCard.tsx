import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import type { CatalogPositionWire } from '#shared/features/billing/catalogue/catalogue-wire.ts'
import { CoursePicture } from '#web/features/courses/CoursePicture.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { Price } from '../app-store/Price.tsx'
import { mayBuy, sellsOnWeb } from '../may-buy.ts'
import styles from './Catalogue.module.css'
import { useAdding, useDemo } from './use-having.ts'

type Props = { position: CatalogPositionWire }

/** Something that the school offers, and what the learner can do about it. */
export function PositionCard({ position }: Props) {
  const t = useCopy()
  const { title, description, image, service, course_title: course, is_owned: isOwned } = position
  return (
    <Card as="li" flush className={styles.card}>
      <div className={styles.picture}>
        <CoursePicture picture={image ?? undefined} sizes="(min-width: 828px) 22rem, 100vw" />
        <div className={styles.badges}>
          <Badge>{t(`billing.catalogue.type.${service.type}`)}</Badge>
          {isOwned && (
            <Badge tone="success" icon="check">
              {t('billing.catalogue.owned')}
            </Badge>
          )}
        </div>
      </div>
      <div className={styles.body}>
        <h2 dir="auto" tabIndex={-1}>
          {title}
        </h2>
        {course && course !== title && (
          <p className={styles.muted} dir="auto">
            {t('billing.gives.course', { course })}
          </p>
        )}
        {description && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        <div className={styles.last}>
          {!isOwned && (
            <p className={styles.price}>
              <Price service={service} />
            </p>
          )}
          {!isOwned && sellsOnWeb() && service.type === 'course_subscription' && service.trial_days > 0 && (
            <p className={styles.muted}>{t('billing.bill.trial', { count: service.trial_days })}</p>
          )}
          <Actions position={position} />
        </div>
      </div>
    </Card>
  )
}

/** Ways to have it: open what one has, try it in one press, buy it, or add it to the subscription. */
function Actions({ position }: Props) {
  const t = useCopy()
  const { title, service, is_owned: isOwned, is_available: isAvailable } = position
  const named = (action: string) => t('billing.catalogue.of', { action, title })
  if (isOwned)
    return (
      <LinkButton
        look="secondary"
        href={pathTo(position.course_id === null ? 'subscriptions' : 'courses')}
        aria-label={named(t('billing.catalogue.toOwned'))}
      >
        {t('billing.catalogue.toOwned')}
      </LinkButton>
    )
  if (!isAvailable) return <p className={styles.muted}>{t('billing.catalogue.unavailable')}</p>
  if (service.type === 'course_demo' && service.price === 0) return <DemoButton position={position} />
  if (!mayBuy()) return null
  return (
    <div className={styles.actions}>
      <LinkButton href={pathTo('checkout', { serviceId: service.id })} aria-label={named(t('billing.catalogue.buy'))}>
        {t('billing.catalogue.buy')}
      </LinkButton>
      {position.can_add_to_subscription && sellsOnWeb() && <AddButton position={position} />}
    </div>
  )
}

function DemoButton({ position }: Props) {
  const t = useCopy()
  const { run, isBusy, failure } = useDemo(position)
  return (
    <>
      <FailureNotice failure={failure} />
      <Button
        busy={isBusy}
        aria-label={t('billing.catalogue.of', { action: t('billing.catalogue.demo'), title: position.title })}
        onClick={() => void run()}
      >
        {t('billing.catalogue.demo')}
      </Button>
    </>
  )
}

function AddButton({ position }: Props) {
  const t = useCopy()
  const { ask, isBusy, failure } = useAdding(position)
  return (
    <>
      <Button
        look="secondary"
        busy={isBusy}
        aria-label={t('billing.catalogue.of', { action: t('billing.catalogue.add'), title: position.title })}
        onClick={() => void ask()}
      >
        {t('billing.catalogue.add')}
      </Button>
      <FailureNotice failure={failure} />
    </>
  )
}
