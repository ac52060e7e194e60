import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { serviceStates, serviceTypes } from '#shared/features/billing/selling/service-kinds.ts'
import type { ShopServiceWire } from '#shared/features/billing/orders/shop-wire.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { Picker } from '#studio/platform/Picker.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { Search } from '#studio/platform/Search.tsx'
import table from '#studio/platform/Table.module.css'
import { allWordsIn } from '#studio/platform/words.ts'
import styles from '../Billing.module.css'
import { servicesQuery, useMoney } from '../data.ts'
import { ServiceState, stateOf } from './ServiceState.tsx'

/** `/admin/services`: what the school sells, the newest first. */
export function ServicesScreen() {
  const t = useCopy()
  usePageTitle(t('shop.services'))
  const { get, set } = useQueryState()
  const type = serviceTypes.find(one => one === get('type'))
  const state = serviceStates.find(one => one === get('state'))
  return (
    <div className={styles.column}>
      <header className={styles.header}>
        <h1>{t('shop.services')}</h1>
        <LinkButton look="secondary" href={pathTo('discountCodes')}>
          {t('shop.codes')}
        </LinkButton>
        <LinkButton look="secondary" href={pathTo('catalogue')}>
          {t('shop.catalogue')}
        </LinkButton>
        <LinkButton href={pathTo('newService')}>{t('shop.services.add')}</LinkButton>
      </header>
      <div className={styles.filters}>
        <Search label={t('shop.services.search')} value={get('q') ?? ''} onChange={q => set({ q })} />
        <Picker
          label={t('shop.kind')}
          all={t('shop.kind.all')}
          value={type}
          options={serviceTypes.map(id => ({ id, label: t(`shop.kind.${id}`) }))}
          onChoose={chosen => set({ type: chosen })}
        />
        <Picker
          label={t('shop.state')}
          all={t('shop.state.unarchived')}
          value={state}
          options={serviceStates.map(id => ({ id, label: t(`shop.state.${id}`) }))}
          onChoose={chosen => set({ state: chosen })}
        />
      </div>
      <Found words={get('q') ?? ''} type={type} state={state} />
    </div>
  )
}

type Filter = {
  words: string
  type: ShopServiceWire['type'] | undefined
  state: (typeof serviceStates)[number] | undefined
}

function Found({ words, type, state }: Filter) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({ ...servicesQuery(), refetchOnMount: 'always' })
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.column} aria-busy>
        {[1, 2, 3].map(one => (
          <Skeleton key={one} height="3rem" />
        ))}
      </div>
    )
  if (data.length === 0)
    return (
      <EmptyState
        icon="star"
        title={t('shop.services.empty.title')}
        text={t('shop.services.empty.text')}
        action={<LinkButton href={pathTo('newService')}>{t('shop.services.add')}</LinkButton>}
      />
    )
  const found = data.filter(
    service =>
      allWordsIn(words, service.title) &&
      (!type || service.type === type) &&
      (state ? stateOf(service) === state : !service.is_archived),
  )
  if (found.length === 0)
    return <EmptyState icon="star" title={t('shop.services.none.title')} text={t('shop.services.none.text')} />
  return <ServicesTable services={found} />
}

function ServicesTable({ services }: { services: readonly ShopServiceWire[] }) {
  const t = useCopy()
  const money = useMoney()
  return (
    <div className={table.scroll} role="region" aria-label={t('shop.services')}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('shop.service')}</th>
            <th scope="col">{t('shop.kind')}</th>
            <th scope="col">{t('shop.prices')}</th>
            <th scope="col">{t('shop.state')}</th>
          </tr>
        </thead>
        <tbody>
          {services.map(service => (
            <tr key={service.id}>
              <th scope="row">
                <Link href={pathTo('service', { serviceId: service.id })} dir="auto">
                  {service.title}
                </Link>
              </th>
              <td>{t(`shop.kind.${service.type}`)}</td>
              <td className={table.figure}>
                {service.prices.map(({ amount, currency }) => money(amount, currency)).join(' · ')}
              </td>
              <td>
                <ServiceState state={stateOf(service)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
