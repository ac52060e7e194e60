import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { saveAsFile } from '#kit/request/save-as-file.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { orderHappenings } from '#shared/features/billing/orders/order-happenings.ts'
import { orderSorts, orderStatuses } from '#shared/features/billing/orders/order-sorts.ts'
import type { ShopOrderWire } from '#shared/features/billing/orders/shop-wire.ts'
import { endReasons } from '#shared/features/billing/subscriptions/cancel-reasons.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { ListOf } from '#studio/platform/ListOf.tsx'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { Search } from '#studio/platform/fields/Search.tsx'
import { ChosenBar, useChosen } from '#studio/platform/tables/Chosen.tsx'
import { useColumns } from '#studio/platform/tables/Columns.tsx'
import { useOrder } from '#studio/platform/tables/RowsTable.tsx'
import { useRowKeys } from '#studio/platform/tables/row-keys.ts'
import screen from '#studio/platform/Screen.module.css'
import styles from './Billing.module.css'
import { ByHandDialog } from './ByHandDialog.tsx'
import { DayField } from './DayField.tsx'
import { type OrderFilter, ordersQuery, servicesQuery } from './data.ts'
import { OrdersTable, useOrderColumns } from './OrdersTable.tsx'
import { ordersCsv } from './orders-csv.ts'

const yesNo = ['no', 'yes'] as const

/** The filter in the address; another filter begins at the first page. */
function useOrderFilter() {
  const { get, getId, set } = useQueryState()
  const dayOf = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(get(name) ?? '') ? get(name) : undefined)
  const filter: OrderFilter = {
    search: get('q'),
    status: orderStatuses.find(status => status === get('status')),
    service_id: getId('service'),
    user_id: getId('person'),
    happened: orderHappenings.find(happened => happened === get('happened')),
    why: endReasons.find(why => why === get('why')),
    currency: /^[A-Z]{3}$/.test(get('currency') ?? '') ? get('currency') : undefined,
    sandbox: yesNo.find(sandbox => sandbox === get('sandbox')),
    from: dayOf('from'),
    until: dayOf('until'),
  }
  const change = (changes: Record<string, string | number | undefined>) => set({ ...changes, page: undefined })
  return { filter, change }
}

/** `/admin/orders`: all orders of the school, the newest first. */
export function OrdersScreen() {
  const t = useCopy()
  usePageTitle(t('shop.orders'))
  const { filter, change } = useOrderFilter()
  return (
    <div className={screen.column}>
      <header className={screen.header}>
        <h1>{t('shop.orders')}</h1>
        <LinkButton look="secondary" href={pathTo('payments')}>
          {t('payments.settings')}
        </LinkButton>
        <Button look="secondary" onClick={() => void openDialog(close => <ByHandDialog onClose={() => close()} />)}>
          {t('shop.byHand')}
        </Button>
      </header>
      <Filters filter={filter} change={change} />
      <Found filter={filter} />
    </div>
  )
}

type FiltersProps = ReturnType<typeof useOrderFilter>

function Filters({ filter, change }: FiltersProps) {
  const t = useCopy()
  const { data: services = [] } = useQuery(servicesQuery())
  const currencies = [...new Set(services.flatMap(({ prices }) => prices.map(({ currency }) => currency)))].toSorted()
  return (
    <div className={styles.filters}>
      <Search label={t('shop.search')} value={filter.search ?? ''} onChange={q => change({ q })} />
      <Picker
        label={t('shop.status')}
        all={t('shop.statuses')}
        value={filter.status}
        options={orderStatuses.map(id => ({ id, label: t(`shop.status.${id}`) }))}
        onChoose={status => change({ status })}
      />
      <Picker
        label={t('shop.service')}
        all={t('shop.services.all')}
        value={filter.service_id}
        options={services.map(({ id, title }) => ({ id, label: title }))}
        onChoose={service => change({ service })}
      />
      <Picker
        label={t('shop.currency')}
        all={t('shop.currencies')}
        value={filter.currency}
        options={currencies.map(id => ({ id, label: id }))}
        onChoose={currency => change({ currency })}
      />
      <Picker
        label={t('shop.sandbox')}
        all={t('shop.sandbox.all')}
        value={filter.sandbox}
        options={yesNo.map(id => ({ id, label: t(`shop.sandbox.${id}`) }))}
        onChoose={sandbox => change({ sandbox })}
      />
      <Picker
        label={t('shop.by')}
        all={t('shop.by.ordered')}
        value={filter.happened}
        options={orderHappenings.map(id => ({ id, label: t(`shop.by.${id}`) }))}
        onChoose={happened => change({ happened, why: undefined })}
      />
      {filter.happened === 'ended' && (
        <Picker
          label={t('shop.why')}
          all={t('shop.why.all')}
          value={filter.why}
          options={endReasons.map(id => ({ id, label: t(`shop.why.${id}`) }))}
          onChoose={why => change({ why })}
        />
      )}
      <DayField label={t('shop.from')} value={filter.from ?? ''} onChange={from => change({ from })} />
      <DayField label={t('shop.until')} value={filter.until ?? ''} onChange={until => change({ until })} />
    </div>
  )
}

function Found({ filter }: { filter: OrderFilter }) {
  const t = useCopy()
  const { getId, set } = useQueryState()
  const { onSort, ...order } = useOrder(orderSorts, { sort: 'date', order: 'desc' })
  const asked = useQuery({
    ...ordersQuery({ ...filter, ...order }, getId('page') ?? 1),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const columns = useOrderColumns()
  const { shown, menu } = useColumns('orders', columns)
  const chosen = useChosen<ShopOrderWire>()
  const rows = useRowKeys<HTMLTableSectionElement>()
  const save = () => saveAsFile('orders.csv', ordersCsv(chosen.rows, columns), 'text/csv')
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <ListOf asked={asked}>
      {({ rows: orders, total, page, pageCount }) =>
        orders.length === 0 ? (
          <EmptyState
            icon="document"
            title={t(isFiltered ? 'shop.none.title' : 'shop.empty.title')}
            text={t(isFiltered ? 'shop.none.text' : 'shop.empty.text')}
          />
        ) : (
          <>
            <div className={screen.header}>
              {isFiltered && <p className={screen.muted}>{t('shop.found', { count: total })}</p>}
              {menu}
              <ChosenBar count={chosen.rows.length} onClear={chosen.clear}>
                <Button look="secondary" icon="download" onClick={save}>
                  {t('shell.csv')}
                </Button>
              </ChosenBar>
            </div>
            <OrdersTable ref={rows} orders={orders} columns={shown} order={{ ...order, onSort }} chosen={chosen} />
            <PageSwitch page={page} count={pageCount} onPage={to => set({ page: to === 1 ? undefined : to })} />
          </>
        )
      }
    </ListOf>
  )
}
