import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { type EndReason, endReasons } from '#shared/features/billing/subscriptions/cancel-reasons.ts'
import type { SubscriptionsWire } from '#shared/features/figures/money-contract.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { type FigureColumn, FigureTable, sortedRows } from '#studio/platform/tables/FigureTable.tsx'
import { BarChart } from './BarChart.tsx'
import { type Shown, subscriptionsQuery, useFigures } from './data.ts'
import styles from './Figures.module.css'
import { FiguresPage, Loaded } from './FiguresPage.tsx'
import { daysOf, MoneyFilters, ordersOf, useService, useSpan } from './MoneyFilters.tsx'

type Sum = SubscriptionsWire['sums'][number]
type Props = { spans: readonly string[]; sum: Sum; shown: Shown }
const counted = ['begun', 'active', 'past_due', 'paused', 'ended'] as const

/** `/admin/figures/subscriptions`: those that begin, go on and end, and why they end. */
export function SubscriptionsScreen() {
  const t = useCopy()
  usePageTitle(t('figures.subscriptions'))
  const { by, picker } = useSpan()
  const { serviceId, titles } = useService()
  const { get, set } = useQueryState()
  const { asked, shown } = useFigures({ by, serviceId }, subscriptionsQuery)
  const sums = asked.data?.sums ?? []
  const sum = sums.find(one => one.is_sandbox === (get('sandbox') === 'yes')) ?? sums[0]
  return (
    <FiguresPage back={{ href: pathTo('figures'), title: t('figures.back') }} title={t('figures.subscriptions')}>
      <p className={styles.muted}>{t('figures.subscriptions.text')}</p>
      <MoneyFilters span={picker} titles={titles}>
        {sum && sums.length > 1 && (
          <Picker
            label={t('shop.sandbox')}
            value={sum.is_sandbox ? 'yes' : 'no'}
            options={(['no', 'yes'] as const).map(id => ({ id, label: t(`shop.sandbox.${id}`) }))}
            onChoose={id => set({ sandbox: id === 'yes' ? id : undefined })}
          />
        )}
      </MoneyFilters>
      <Loaded asked={asked}>
        {({ spans }) =>
          sum ? (
            <>
              {sum.is_sandbox && <Notice>{t('figures.sandbox.text')}</Notice>}
              <SpanTable spans={spans} sum={sum} shown={shown} />
              <Ends spans={spans} sum={sum} shown={shown} />
            </>
          ) : (
            <EmptyState
              icon="document"
              title={t('figures.subscriptions.none.title')}
              text={t('figures.subscriptions.none.text')}
            />
          )
        }
      </Loaded>
    </FiguresPage>
  )
}

type SpanRow = Sum['spans'][number] & { from: string }

function SpanTable({ spans, sum, shown: { by, serviceId: service } }: Props) {
  const t = useCopy()
  const { dateOf } = useSpan()
  const rows = spans.flatMap((from, at): SpanRow[] => {
    const counts = sum.spans[at]
    return counts ? [{ ...counts, from }] : []
  })
  const columns: FigureColumn<SpanRow>[] = [
    { id: 'from', title: t(`figures.${by}`), text: row => dateOf(row.from) },
    ...counted.map(
      (id): FigureColumn<SpanRow> => ({
        id,
        title: t(`figures.subscriptions.${id}`),
        text: row => String(row[id]),
        figure: row => row[id],
        href: row =>
          row[id] === 0
            ? undefined
            : ordersOf({ ...daysOf(by, [row.from]), happened: id, service, isSandbox: sum.is_sandbox }),
      }),
    ),
  ]
  return (
    <FigureTable
      title={t(`figures.subscriptions.${by}`)}
      file={`subscriptions-by-${by}`}
      columns={columns}
      rows={rows.toReversed()}
      idOf={row => row.from}
    >
      <BarChart
        series={counted.map(id => t(`figures.subscriptions.${id}`))}
        bars={rows.map(row => ({ label: dateOf(row.from), values: counted.map(id => row[id]) }))}
      />
    </FigureTable>
  )
}

/** As many reasons stand in the chart. */
const mostUsual = 6

type EndRow = { reason: EndReason; count: number }

/** Why subscriptions ended: in all the time that is shown, or in a span of it. */
function Ends({ spans, sum, shown: { by, serviceId: service } }: Props) {
  const t = useCopy()
  const { dateOf } = useSpan()
  const { get, set } = useQueryState()
  const of = spans.find(span => span === get('of'))
  const shown = of === undefined ? spans : [of]
  const ends = sum.ends.filter(end => shown.includes(end.starts_on))
  const countOf = (isMeant: (end: Sum['ends'][number]) => boolean) =>
    ends.reduce((total, end) => (isMeant(end) ? total + end.count : total), 0)
  const all = countOf(() => true)
  const rows = endReasons.map(reason => ({ reason, count: countOf(end => end.reason === reason) }))
  const usual = sortedRows(rows, row => row.count, 'desc')
    .filter(({ count }) => count > 0)
    .slice(0, mostUsual)
    .map(({ reason }) => reason)
  const percent = ({ count }: EndRow) => (all === 0 ? null : Math.round((count / all) * 100))
  const listed = { ...daysOf(by, shown), happened: 'ended', service, isSandbox: sum.is_sandbox } as const
  const link = ({ reason, count }: EndRow) => (count === 0 ? undefined : ordersOf({ ...listed, why: reason }))
  const columns: FigureColumn<EndRow>[] = [
    { id: 'reason', title: t('shop.why'), text: row => t(`shop.why.${row.reason}`) },
    {
      id: 'count',
      title: t('figures.subscriptions.ended'),
      text: row => String(row.count),
      figure: row => row.count,
      href: link,
    },
    {
      id: 'share',
      title: t('figures.ends.share'),
      text: row => (percent(row) === null ? '—' : `${percent(row)}%`),
      figure: percent,
      href: link,
    },
  ]
  return (
    <FigureTable
      title={t('figures.ends')}
      name="ends-"
      file={`subscriptions-ended${of ? `-${of}` : ''}`}
      columns={columns}
      rows={rows}
      idOf={row => row.reason}
    >
      <div className={styles.above}>
        <Picker
          label={t('figures.ends.of')}
          all={t('figures.ends.all')}
          value={of}
          options={spans.toReversed().map(id => ({ id, label: dateOf(id) }))}
          onChoose={id => set({ of: id })}
        />
      </div>
      {usual.length > 0 && (
        <BarChart
          series={usual.map(reason => t(`shop.why.${reason}`))}
          bars={shown.map(span => ({
            label: dateOf(span),
            values: usual.map(reason => countOf(end => end.reason === reason && end.starts_on === span)),
          }))}
        />
      )}
    </FigureTable>
  )
}
