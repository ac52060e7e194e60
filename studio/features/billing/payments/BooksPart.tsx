import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import type { Language } from '#kit/copy/language.ts'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { ReconciledWire } from '#shared/features/billing/payments/payment-calls.ts'
import { type Currency, decimalText } from '#shared/platform/money.ts'
import { type LocalDate, localDate } from '#shared/platform/times.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { type FigureColumn, FigureTable } from '#studio/platform/tables/FigureTable.tsx'
import screen from '#studio/platform/Screen.module.css'
import styles from '../Billing.module.css'

type Row = Omit<ReconciledWire, 'date'> & { date: string | null }
const amounts = ['gross', 'fee', 'refund', 'chargeback'] as const

const netOf = ({ gross, fee, refund, chargeback }: Row) => gross - fee - refund - chargeback

/** What all rows add up to. */
function totalOf(rows: readonly ReconciledWire[], currency: string): Row {
  const sum = (name: (typeof amounts)[number]) => rows.reduce((all, row) => all + row[name], 0)
  const [gross, fee, refund, chargeback] = [sum('gross'), sum('fee'), sum('refund'), sum('chargeback')]
  return { date: null, provider: null, currency, gross, fee, refund, chargeback }
}

/** How far back the books can be read, in months. */
const monthCount = 60

/** The months up to that of a date, the latest first, as `2026-11`. */
function monthsUntil(date: LocalDate): string[] {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return Array.from({ length: monthCount }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  )
}

const monthName = (month: string, language: Language) => formatLocalDate(`${month}-01`, language, 'month')

/** What a month’s ledger adds up to in one currency, as a table and a CSV file. */
export function BooksPart({ ownCurrency }: { ownCurrency: string }) {
  const t = useCopy()
  const { timezone } = useUser()
  const [months] = useState(() => monthsUntil(localDate(Date.now(), timezone)))
  const [month = '', setMonth] = useState(months[0])
  const [chosen, setChosen] = useState(ownCurrency)
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery('GET /studio/reconciliation', { query: { month } }),
    staleTime: 0,
  })
  const found = [...new Set(data?.map(({ currency }) => currency))]
  const currency = found.includes(chosen) ? chosen : (found[0] ?? chosen)
  const rows = (data ?? []).filter(row => row.currency === currency)
  return (
    <Card as="section">
      <div className={screen.column}>
        <h2>{t('payments.books')}</h2>
        <p className={screen.muted}>{t('payments.books.text')}</p>
        <div className={styles.pair}>
          <SelectField label={t('payments.books.month')} value={month} onChange={event => setMonth(event.target.value)}>
            {months.map(one => (
              <option key={one} value={one}>
                {monthName(one, t.language)}
              </option>
            ))}
          </SelectField>
          {found.length > 1 && (
            <SelectField
              label={t('payments.books.currency')}
              value={currency}
              onChange={event => setChosen(event.target.value)}
            >
              {found.map(one => (
                <option key={one}>{one}</option>
              ))}
            </SelectField>
          )}
        </div>
        {!data && error && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div aria-busy>
            <Skeleton height="6rem" />
          </div>
        )}
        {data && rows.length === 0 && <p>{t('payments.books.none')}</p>}
        {rows.length > 0 && <Books rows={rows} month={month} currency={currency} />}
      </div>
    </Card>
  )
}

type BooksProps = { rows: readonly ReconciledWire[]; month: string; currency: string }

function Books({ rows, month, currency }: BooksProps) {
  const t = useCopy()
  const text = (amount: number) => decimalText(amount, currency as Currency)
  const column = (id: (typeof amounts)[number]): FigureColumn<Row> => ({
    id,
    title: t(`payments.books.${id}`),
    text: row => text(row[id]),
  })
  const columns: FigureColumn<Row>[] = [
    {
      id: 'date',
      title: t('payments.books.date'),
      text: ({ date }) => (date === null ? t('payments.books.sum') : formatLocalDate(date, t.language, 'numeric')),
    },
    {
      id: 'provider',
      title: t('payments.books.provider'),
      text: ({ date, provider }) =>
        date === null ? '' : t(provider === null ? 'shop.provider.none' : `shop.provider.${provider}`),
    },
    ...amounts.map(column),
    { id: 'net', title: t('payments.books.net'), text: row => text(netOf(row)) },
  ]
  return (
    <FigureTable
      title={`${monthName(month, t.language)}, ${currency}`}
      name="books"
      file={`reconciliation-${month}-${currency}`}
      columns={columns}
      rows={[...rows, totalOf(rows, currency)]}
      idOf={({ date, provider }) => `${date} ${provider}`}
    />
  )
}
