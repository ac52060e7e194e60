import { useCopy } from '#kit/copy/copy.tsx'
import { classes } from '#kit/ui/classes.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { SalesWire, TakingsWire } from '#shared/features/figures/money-contract.ts'
import { netOf } from '#shared/features/figures/rules.ts'
import { type Currency, decimalText } from '#shared/platform/money.ts'
import { useMoney } from '#studio/features/billing/data.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { type FigureColumn, FigureTable } from '#studio/platform/tables/FigureTable.tsx'
import { BarChart } from './BarChart.tsx'
import { type Shown, salesQuery, useFigures } from './data.ts'
import styles from './Figures.module.css'
import { FiguresPage, Loaded } from './FiguresPage.tsx'
import { daysOf, MoneyFilters, ordersOf, useService, useSpan } from './MoneyFilters.tsx'

type Sum = SalesWire['sums'][number]
const idOf = ({ currency, is_sandbox: isSandbox }: Sum) => (isSandbox ? `${currency}-sandbox` : currency)

/** `/admin/figures/sales`: what came in and went back, in one currency at a time. */
export function SalesScreen() {
  const t = useCopy()
  usePageTitle(t('figures.sales'))
  const { by, picker } = useSpan()
  const { serviceId, titles } = useService()
  const { get, set } = useQueryState()
  const { asked, shown } = useFigures({ by, serviceId }, salesQuery)
  const sums = asked.data?.sums ?? []
  const sum = sums.find(one => idOf(one) === get('money')) ?? sums[0]
  return (
    <FiguresPage back={{ href: pathTo('figures'), title: t('figures.back') }} title={t('figures.sales')}>
      <p className={styles.muted}>{t('figures.sales.text')}</p>
      <MoneyFilters span={picker} titles={titles}>
        {sum && sums.length > 1 && (
          <Picker
            label={t('shop.currency')}
            value={idOf(sum)}
            options={sums.map(one => ({
              id: idOf(one),
              label: one.is_sandbox ? t('figures.sandbox.in', { currency: one.currency }) : one.currency,
            }))}
            onChoose={money => set({ money })}
          />
        )}
      </MoneyFilters>
      <Loaded asked={asked}>
        {({ spans }) =>
          sum ? (
            <>
              {sum.is_sandbox && <Notice>{t('figures.sandbox.text')}</Notice>}
              <Takings spans={spans} sum={sum} shown={shown} />
              <Services spans={spans} sum={sum} shown={shown} titles={titles} />
            </>
          ) : (
            <EmptyState icon="document" title={t('figures.sales.none.title')} text={t('figures.sales.none.text')} />
          )
        }
      </Loaded>
    </FiguresPage>
  )
}

type Listed = { from: string; until: string; service: number | undefined }
type Row = TakingsWire & { id: string | number; name: string; listed: Listed }

/** The columns of takings, each number with the orders that it counts. */
function useColumns({ currency, is_sandbox: isSandbox }: Sum): FigureColumn<Row>[] {
  const t = useCopy()
  const money = useMoney()
  const link = (row: Row, happened: 'payment' | 'refund' | 'chargeback' | 'money') =>
    ordersOf({ ...row.listed, happened, currency, isSandbox })
  const counted = (
    id: 'orders' | 'gross' | 'refunds' | 'chargebacks',
    happened: Parameters<typeof link>[1],
  ): FigureColumn<Row> => ({
    id,
    title: t(`figures.${id}`),
    text: row => (id === 'orders' ? String(row.orders) : money(row[id], currency)),
    figure: row => row[id],
    href: row => (row[id] === 0 ? undefined : link(row, happened)),
  })
  return [
    counted('orders', 'payment'),
    counted('gross', 'payment'),
    counted('refunds', 'refund'),
    counted('chargebacks', 'chargeback'),
    {
      id: 'net',
      title: t('figures.net'),
      text: row => money(netOf(row), currency),
      figure: netOf,
      href: row => (row.gross || row.refunds || row.chargebacks ? link(row, 'money') : undefined),
    },
  ]
}

type TakingsProps = { spans: readonly string[]; sum: Sum; shown: Shown }

function Takings({ spans, sum, shown: { by, serviceId: service } }: TakingsProps) {
  const t = useCopy()
  const money = useMoney()
  const { dateOf } = useSpan()
  const rows = spans.flatMap((from, at): Row[] => {
    const takings = sum.spans[at]
    return takings ? [{ ...takings, id: from, name: dateOf(from), listed: { ...daysOf(by, [from]), service } }] : []
  })
  const name: FigureColumn<Row> = { id: 'from', title: t(`figures.${by}`), text: row => row.name }
  const major = (minor: number) => Number(decimalText(minor, sum.currency as Currency))
  return (
    <FigureTable
      title={t(`figures.sales.${by}`)}
      file={`sales-by-${by}-${idOf(sum)}`}
      columns={[name, ...useColumns(sum)]}
      rows={rows.toReversed()}
      idOf={row => row.id}
    >
      <BarChart
        series={[t('figures.gross'), t('figures.wentBack')]}
        bars={rows.map(row => ({
          label: row.name,
          values: [major(row.gross), major(row.gross - netOf(row))],
          texts: [money(row.gross, sum.currency), money(row.gross - netOf(row), sum.currency)],
        }))}
      />
    </FigureTable>
  )
}

function Services({ spans, sum, shown: { by }, titles }: TakingsProps & { titles: ReadonlyMap<number, string> }) {
  const t = useCopy()
  const { dateOf } = useSpan()
  const listed = daysOf(by, spans)
  const rows = sum.services.map(
    ({ service_id: id, ...takings }): Row => ({
      ...takings,
      id,
      name: titles.get(id) ?? String(id),
      listed: { ...listed, service: id },
    }),
  )
  const name: FigureColumn<Row> = { id: 'service', title: t('shop.service'), text: row => row.name }
  return (
    <FigureTable
      title={t('figures.byService')}
      name="services-"
      file={`sales-by-product-${idOf(sum)}`}
      columns={[name, ...useColumns(sum)]}
      rows={rows}
      idOf={row => row.id}
    >
      <p className={classes(styles.muted, styles.above)}>
        {t('figures.byService.text', { from: dateOf(listed.from), until: dateOf(listed.until) })}
      </p>
    </FigureTable>
  )
}
