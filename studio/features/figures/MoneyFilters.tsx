import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { lastDay, type Span, spanNames } from '#shared/features/figures/rules.ts'
import type { OrderHappening } from '#shared/features/billing/orders/order-happenings.ts'
import type { EndReason } from '#shared/features/billing/subscriptions/cancel-reasons.ts'
import { servicesQuery } from '#studio/features/billing/data.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import styles from './Figures.module.css'

/** By which spans figures are shown, in the address. */
export function useSpan() {
  const { get, set } = useQueryState()
  const t = useCopy()
  const by: Span = spanNames.find(span => span === get('by')) ?? 'day'
  const picker = (
    <Picker
      label={t('figures.by')}
      value={by}
      options={spanNames.map(id => ({ id, label: t(`figures.by.${id}`) }))}
      onChoose={id => set({ by: id === 'day' ? undefined : id, of: undefined })}
    />
  )
  return { by, picker, dateOf: (date: string) => formatLocalDate(date, t.language, 'numeric') }
}

/** What was sold: its names, and one of them in the address. */
export function useService() {
  const { getId } = useQueryState()
  const { data: services = [] } = useQuery(servicesQuery())
  const titles = new Map(services.map(({ id, title }) => [id, title]))
  return { serviceId: getId('service'), titles }
}

type FiltersProps = { span: ReactNode; titles: ReadonlyMap<number, string>; children?: ReactNode }

/** What figures of money are shown by. */
export function MoneyFilters({ span, titles, children }: FiltersProps) {
  const t = useCopy()
  const { getId, set } = useQueryState()
  return (
    <div className={styles.filters}>
      {span}
      <Picker
        label={t('shop.service')}
        all={t('shop.services.all')}
        value={getId('service')}
        options={[...titles].map(([id, label]) => ({ id, label }))}
        onChoose={service => set({ service })}
      />
      {children}
    </div>
  )
}

type Listing = {
  happened: OrderHappening
  isSandbox: boolean
  service: number | undefined
  from: string
  until: string
  currency?: string
  why?: EndReason
}

/** The address of the orders that a number counts. */
export const ordersOf = ({ isSandbox, ...rest }: Listing) =>
  pathTo('orders', {}, { ...rest, sandbox: isSandbox ? 'yes' : 'no' })

/** The first and the last day of spans that begin on these days. */
export const daysOf = (by: Span, spans: readonly string[]) => ({
  from: spans[0] ?? '',
  until: lastDay(by, spans.at(-1) ?? spans[0] ?? ''),
})
