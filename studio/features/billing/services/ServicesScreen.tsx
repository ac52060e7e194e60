import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { ShopServiceWire } from '#shared/features/billing/orders/shop-wire.ts'
import { serviceStates, serviceTypes } from '#shared/features/billing/selling/service-kinds.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { ListOf, Table } from '#studio/platform/ListOf.tsx'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { Search } from '#studio/platform/fields/Search.tsx'
import table from '#studio/platform/tables/Table.module.css'
import { allWordsIn } from '#studio/platform/words.ts'
import screen from '#studio/platform/Screen.module.css'
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
    <div className={screen.column}>
      <header className={screen.header}>
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
  const asked = useQuery({ ...servicesQuery(), refetchOnMount: 'always' })
  const isFound = (service: ShopServiceWire) =>
    allWordsIn(words, service.title) &&
    (!type || service.type === type) &&
    (state ? stateOf(service) === state : !service.is_archived)
  return (
    <ListOf asked={asked}>
      {services => {
        const found = services.filter(isFound)
        if (found.length > 0) return <ServicesTable services={found} />
        return services.length > 0 ? (
          <EmptyState icon="star" title={t('shop.services.none.title')} text={t('shop.services.none.text')} />
        ) : (
          <EmptyState
            icon="star"
            title={t('shop.services.empty.title')}
            text={t('shop.services.empty.text')}
            action={<LinkButton href={pathTo('newService')}>{t('shop.services.add')}</LinkButton>}
          />
        )
      }}
    </ListOf>
  )
}

function ServicesTable({ services }: { services: readonly ShopServiceWire[] }) {
  const t = useCopy()
  const money = useMoney()
  return (
    <Table label={t('shop.services')} columns={[t('shop.service'), t('shop.kind'), t('shop.prices'), t('shop.state')]}>
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
    </Table>
  )
}
