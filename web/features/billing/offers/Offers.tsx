import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { offerFromWire } from '#shared/features/billing/forms.ts'
import type { OfferKind } from '#shared/features/billing/selling/offer-kinds.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { Price } from '../app-store/Price.tsx'
import { mayBuy } from '../may-buy.ts'
import styles from './Offers.module.css'

type Props = { courseId?: number; reason: OfferKind }

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** What can be bought where a course lacks something. */
    offers: Props
  }
}

/** What is sold for a course at this place. */
export function Offers(props: Props) {
  return mayBuy() ? <OfferCard {...props} /> : null
}

const most = 3

/** Up to three offers with their prices, and the way to the rest; nothing while there is none. */
function OfferCard({ courseId, reason }: Props) {
  const t = useCopy()
  const query = {
    ...(courseId !== undefined && { courseId }),
    courseOfferRelationTypeId: site().config.offerType[reason],
  }
  const { data: wires = [] } = useQuery(callQuery('GET /course-offer/find', { query }))
  if (wires.length === 0) return null
  return (
    <Card as="section" aria-label={t(`billing.offers.${reason}`)}>
      <div className={styles.offers}>
        <h2>{t(`billing.offers.${reason}`)}</h2>
        <ul className={styles.list}>
          {wires.slice(0, most).map(wire => {
            const { serviceId, title } = offerFromWire(wire)
            return (
              <li key={serviceId} className={styles.offer}>
                <div>
                  <p className={styles.title} dir="auto">
                    {title}
                  </p>
                  <p className={styles.price}>
                    <Price service={wire.service} />
                  </p>
                </div>
                <LinkButton
                  look="secondary"
                  href={pathTo('checkout', { serviceId })}
                  aria-label={t('billing.catalogue.of', { action: t('billing.catalogue.buy'), title })}
                >
                  {t('billing.catalogue.buy')}
                </LinkButton>
              </li>
            )
          })}
        </ul>
        {wires.length > most && (
          <LinkButton look="lone" href={pathTo('catalog')}>
            {t('billing.offers.all')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}
