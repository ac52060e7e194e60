import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { ShopDiscountWire } from '#shared/features/billing/selling/selling-wire.ts'
import { discountStates } from '#shared/features/billing/selling/service-kinds.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { ListOf, Table } from '#studio/platform/ListOf.tsx'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { BackLink } from '#studio/platform/ScreenHead.tsx'
import { Search } from '#studio/platform/fields/Search.tsx'
import table from '#studio/platform/tables/Table.module.css'
import screen from '#studio/platform/Screen.module.css'
import styles from '../Billing.module.css'
import { type CodeFilter, codesQuery, refreshCodes, useMoney } from '../data.ts'
import { CodeDialog } from './CodeDialog.tsx'

const openNew = () => void openDialog(close => <CodeDialog onClose={() => close()} />)

/** `/admin/codes`: the codes that lower prices, with their uses. */
export function CodesScreen() {
  const t = useCopy()
  usePageTitle(t('shop.codes'))
  const page = useHeldFocus<HTMLDivElement>()
  const { get, set } = useQueryState()
  const state = discountStates.find(one => one === get('state'))
  const filter = { search: get('q'), state }
  return (
    <div ref={page} tabIndex={-1} className={screen.column}>
      <BackLink href={pathTo('services')} title={t('shop.services.back')} />
      <header className={screen.header}>
        <h1>{t('shop.codes')}</h1>
        <Button onClick={openNew}>{t('shop.codes.add')}</Button>
      </header>
      <div className={styles.filters}>
        <Search
          label={t('shop.codes.search')}
          value={filter.search ?? ''}
          onChange={q => set({ q, page: undefined })}
        />
        <Picker
          label={t('shop.state')}
          value={state ?? 'valid'}
          options={discountStates.map(id => ({ id, label: t(`shop.codes.list.${id}`) }))}
          onChoose={chosen => set({ state: chosen === 'archived' ? chosen : undefined, page: undefined })}
        />
      </div>
      <Found filter={filter} />
    </div>
  )
}

function Found({ filter }: { filter: CodeFilter }) {
  const t = useCopy()
  const { getId, set } = useQueryState()
  const asked = useQuery({
    ...codesQuery(filter, getId('page') ?? 1),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <ListOf asked={asked}>
      {({ rows: codes, page, pageCount }) =>
        codes.length === 0 ? (
          <EmptyState
            icon="star"
            title={t(isFiltered ? 'shop.codes.none.title' : 'shop.codes.empty.title')}
            text={t(isFiltered ? 'shop.codes.none.text' : 'shop.codes.empty.text')}
            {...(!isFiltered && { action: <Button onClick={openNew}>{t('shop.codes.add')}</Button> })}
          />
        ) : (
          <>
            <CodesTable codes={codes} />
            <PageSwitch page={page} count={pageCount} onPage={to => set({ page: to === 1 ? undefined : to })} />
          </>
        )
      }
    </ListOf>
  )
}

const columns = ['code', 'lowers', 'uses', 'days', 'state', 'actions'] as const

function CodesTable({ codes }: { codes: readonly ShopDiscountWire[] }) {
  const t = useCopy()
  return (
    <Table label={t('shop.codes')} columns={columns.map(column => t(`shop.codes.column.${column}`))}>
      {codes.map(code => (
        <Row key={code.id} discount={code} />
      ))}
    </Table>
  )
}

const tones = {
  valid: 'success',
  not_yet: 'neutral',
  over: 'neutral',
  used_up: 'neutral',
  archived: 'warning',
} as const

function Row({ discount }: { discount: ShopDiscountWire }) {
  const t = useCopy()
  const money = useMoney()
  const { code, percent, amount, currency, uses, most_uses: most, state } = discount
  return (
    <tr>
      <th scope="row" dir="auto">
        {code}
      </th>
      <td className={table.figure}>
        {percent === null ? money(amount ?? 0, currency ?? '') : t('shop.codes.percentOf', { percent })}
        {discount.service_ids.length > 0 && ` · ${t('shop.codes.forSome', { count: discount.service_ids.length })}`}
      </td>
      <td className={table.figure}>{most === null ? uses : t('shop.codes.usesOf', { uses, most })}</td>
      <td>
        <Days discount={discount} />
      </td>
      <td>
        <Badge tone={tones[state]}>{t(`shop.codes.state.${state}`)}</Badge>
      </td>
      <td>
        <RowActions discount={discount} />
      </td>
    </tr>
  )
}

function Days({ discount: { starts_on: from, ends_on: until } }: { discount: ShopDiscountWire }) {
  const t = useCopy()
  const shown = (date: string) => formatLocalDate(date, t.language, 'numeric')
  if (from && until) return `${shown(from)} – ${shown(until)}`
  if (from) return t('shop.codes.since', { date: shown(from) })
  return until ? t('shop.codes.until.date', { date: shown(until) }) : t('shop.codes.always')
}

function RowActions({ discount }: { discount: ShopDiscountWire }) {
  const t = useCopy()
  const { id, code } = discount
  const isArchived = discount.state === 'archived'
  const { run, isBusy } = useSubmit({
    send: async () => {
      const state = isArchived ? 'valid' : 'archived'
      await request('PUT /studio/discounts/:id/state', { params: { id }, body: { state } })
      await refreshCodes()
    },
    failed: t('shop.codes.failed'),
    hasToast: true,
  })
  return (
    <span className={screen.line}>
      <Button
        look="ghost"
        aria-label={t('shop.codes.changeOf', { code })}
        onClick={() => void openDialog(close => <CodeDialog discount={discount} onClose={() => close()} />)}
      >
        {t('shop.codes.change')}
      </Button>
      <Button
        look="ghost"
        busy={isBusy}
        aria-label={t(isArchived ? 'shop.codes.restoreOf' : 'shop.codes.archiveOf', { code })}
        onClick={() => void run()}
      >
        {t(isArchived ? 'shop.restore' : 'shop.archive')}
      </Button>
    </span>
  )
}
