import { useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { serviceTypes } from '#shared/features/billing/selling/service-kinds.ts'
import { FilterValue } from '#web/platform/FilterValue.tsx'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { MorePages } from '#web/platform/MorePages.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import { LateSlot } from '#web/platform/LateSlot.tsx'
import { mayBuy } from '../may-buy.ts'
import styles from './Catalogue.module.css'
import { type CatalogueFilter, useCatalogue, useFilter } from './data.ts'
import { PositionCard } from './PositionCard.tsx'

type Choices = {
  name: string
  all: string
  chosen: number | string | undefined
  values: readonly { id: number | string; title: string }[]
  onChoose: (id: number | string | undefined) => void
}

/** One filter, of which one value or all are chosen. */
function Filter({ name, all, chosen, values, onChoose }: Choices) {
  return (
    <fieldset className={styles.filter}>
      <legend>
        <VisuallyHidden>{name}</VisuallyHidden>
      </legend>
      {[{ id: undefined, title: all }, ...values].map(({ id, title }) => (
        <FilterValue
          key={id ?? 'all'}
          value={title}
          isChosen={id === chosen}
          onPress={() => id !== chosen && onChoose(id)}
        />
      ))}
    </fieldset>
  )
}

function Filters({ filter, categories, set }: Pick<ReturnType<typeof useFilter>, 'filter' | 'categories' | 'set'>) {
  const t = useCopy()
  const without = (name: keyof CatalogueFilter) =>
    Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name)) as CatalogueFilter
  return (
    <div className={styles.filters}>
      {categories.length > 0 && (
        <Filter
          name={t('billing.catalogue.category')}
          all={t('billing.catalogue.category.all')}
          chosen={filter.category_id}
          values={categories}
          onChoose={id =>
            set('category', { ...without('category_id'), ...(typeof id === 'number' && { category_id: id }) })
          }
        />
      )}
      <Filter
        name={t('billing.catalogue.type')}
        all={t('billing.catalogue.type.all')}
        chosen={filter.type}
        values={serviceTypes.map(id => ({ id, title: t(`billing.catalogue.type.${id}`) }))}
        onChoose={id => {
          const type = serviceTypes.find(one => one === id)
          set('type', { ...without('type'), ...(type && { type }) })
        }}
      />
    </div>
  )
}

/** `/catalog`: what the school offers, by category and kind. */
export function CatalogueScreen() {
  const t = useCopy()
  usePageTitle(t('billing.catalogue.title'))
  const { clear, ...filters } = useFilter()
  const page = useHeldFocus<HTMLDivElement>()
  return (
    <div ref={page} tabIndex={-1} className={styles.page}>
      <header className={styles.header}>
        <h1>{t('billing.catalogue.title')}</h1>
        <p className={styles.muted}>{t('billing.catalogue.text')}</p>
      </header>
      {!mayBuy() && <Notice title={t('billing.notInApp')}>{t('billing.notInApp.text')}</Notice>}
      <LateSlot name="banners" place="courses catalog" />
      <Filters {...filters} />
      <Positions filter={filters.filter} onClear={clear} />
    </div>
  )
}

function Positions({ filter, onClear }: { filter: CatalogueFilter; onClear: () => void }) {
  const t = useCopy()
  const asked = useCatalogue(filter)
  const { data, error, isFetching, refetch } = asked
  const list = useRef<HTMLUListElement>(null)
  if (!data && error)
    return (
      <LoadFailure
        title={t('billing.catalogue.failed')}
        offlineText={t('billing.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <div className={styles.cards} aria-busy>
        <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
        {[1, 2, 3].map(one => (
          <Skeleton key={one} shape="box" height="22rem" />
        ))}
      </div>
    )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <p role="status" className={styles.muted}>
        {data.total > 0 && t('billing.catalogue.found', { count: data.total })}
      </p>
      {data.rows.length === 0 && (
        <EmptyState
          icon="compass"
          title={t(isFiltered ? 'billing.catalogue.none' : 'billing.catalogue.empty')}
          text={isFiltered ? undefined : t('billing.catalogue.emptyText')}
          action={isFiltered ? <Button onClick={onClear}>{t('billing.catalogue.clear')}</Button> : undefined}
        />
      )}
      {data.rows.length > 0 && (
        <ul ref={list} className={styles.cards}>
          {data.rows.map(position => (
            <PositionCard key={position.id} position={position} />
          ))}
        </ul>
      )}
      <MorePages
        asked={asked}
        list={list}
        focusing="h2"
        more={t('billing.catalogue.more')}
        failed={t('billing.catalogue.failed')}
      />
    </>
  )
}
