import type { ReactNode } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatLocalDate } from '#kit/copy/format.ts'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { type Currency, formatMoney } from '#shared/platform/money.ts'
import { percentText } from '#shared/features/billing/orders/receipt.ts'
import type { ReceiptWire } from '#shared/features/billing/orders/receipt-wire.ts'
import { addDays } from '#shared/platform/times.ts'
import styles from './ReceiptSheet.module.css'

type Props = {
  receipt: ReceiptWire
  timeZone: string | undefined
  /** The receipt that a credit note is about, as a link. */
  corrects?: ReactNode
}

/** A receipt or credit note; it alone is printed, in black on white. */
export function ReceiptSheet({ receipt, timeZone, corrects }: Props) {
  const t = useCopy()
  const { kind, number, seller } = receipt
  const school = site().site.domain.name
  return (
    <>
      <Card as="section" className={styles.sheet}>
        <header className={styles.head}>
          <p className={styles.school} dir="auto">
            {school}
          </p>
          <h1>{t(`receipt.title.${kind}`, { number })}</h1>
        </header>
        {receipt.is_sandbox && <Notice>{t('receipt.trial')}</Notice>}
        <Facts {...{ receipt, timeZone, corrects, seller: seller || school }} />
        <Lines receipt={receipt} />
      </Card>
      <p>
        <Button look="secondary" onClick={() => window.print()}>
          {t('receipt.print')}
        </Button>
      </p>
    </>
  )
}

function Facts({ receipt, timeZone, corrects, seller }: Props & { seller: string }) {
  const t = useCopy()
  const day = (seconds: number) => formatDate(seconds * 1000, t.language, 'long', timeZone)
  const facts: [string, ReactNode][] = [
    [t('receipt.seller'), seller],
    ...(receipt.buyer ? [[t('receipt.buyer'), receipt.buyer] as [string, ReactNode]] : []),
    [t('receipt.issued'), day(receipt.issued_at)],
    [t(`receipt.when.${receipt.entry}`), day(receipt.happened_at)],
    [t('receipt.order'), String(receipt.order_id)],
    ...(receipt.corrects ? [[t('receipt.corrects'), corrects ?? receipt.corrects.number] as [string, ReactNode]] : []),
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Lines({ receipt }: { receipt: ReceiptWire }) {
  const t = useCopy()
  const { kind, lines, amount, currency, tax, tax_rate: rate } = receipt
  const money = (minor: number) => formatMoney(minor, currency as Currency, t.language)
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{t('receipt.what')}</th>
          <th scope="col">{t('receipt.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(line => (
          <tr key={line.kind}>
            <td dir="auto">
              {t(`receipt.line.${line.kind}`, { title: receipt.title })}
              {line.kind === 'price' && <Period receipt={receipt} t={t} />}
            </td>
            <td>{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={styles.total}>
          <th scope="row">{t(`receipt.total.${kind}`)}</th>
          <td>{money(amount)}</td>
        </tr>
        {rate > 0 && (
          <tr>
            <th scope="row">{t('receipt.tax', { percent: percentText(rate, t.language) })}</th>
            <td>{money(tax)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  )
}

function Period({ receipt: { starts_on: from, ends_on: end }, t }: { receipt: ReceiptWire; t: Copy }) {
  if (from === null || end === null) return null
  const day = (date: string) => formatLocalDate(date, t.language, 'numeric')
  return (
    <small className={styles.period}>{t('receipt.period', { from: day(from), until: day(addDays(end, -1)) })}</small>
  )
}
