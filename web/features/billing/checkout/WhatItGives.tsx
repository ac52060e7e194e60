import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import type { CheckoutWire } from '#shared/features/billing/wire.ts'
import styles from './Checkout.module.css'

/** What is bought, and what it opens from when to when. */
export function WhatItGives({ offer: { service, gives } }: { offer: CheckoutWire }) {
  const t = useCopy()
  const date = (day: string) => formatLocalDate(day, t.language)
  const { course_title: course, starts_on: from, ends_on: to, consultations, points } = gives
  const lines: { icon: IconName; text: string }[] = [
    ...(course === null ? [] : [{ icon: 'book' as const, text: t('billing.gives.course', { course }) }]),
    ...(from === null
      ? []
      : [
          {
            icon: 'calendar' as const,
            text:
              to === null
                ? t('billing.gives.from', { from: date(from) })
                : t('billing.gives.dates', { from: date(from), to: date(to) }),
          },
        ]),
    ...(consultations > 0
      ? [{ icon: 'chat' as const, text: t('billing.gives.consultations', { count: consultations }) }]
      : []),
    ...(points > 0 ? [{ icon: 'star' as const, text: t('billing.gives.points', { count: points }) }] : []),
  ]
  return (
    <Card as="section" className={styles.card}>
      <h2 dir="auto">{service.title}</h2>
      {service.description && (
        <p className={styles.description} dir="auto">
          {service.description}
        </p>
      )}
      {lines.length > 0 && (
        <ul className={styles.gives}>
          {lines.map(({ icon, text }) => (
            <li key={icon}>
              <Icon name={icon} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
