import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { ShopPositionWire } from '#shared/features/billing/catalogue/catalogue-wire.ts'
import { BackLink } from '#studio/platform/ScreenHead.tsx'
import { ListOf, Table } from '#studio/platform/ListOf.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import styles from '#studio/platform/Screen.module.css'
import { positionsQuery, refreshPositions } from './data.ts'
import { NewPositionDialog, PositionDialog } from './PositionDialog.tsx'

const openNew = () => void openDialog(close => <NewPositionDialog onClose={() => close()} />)

/** `/admin/catalogue`: what the catalogue shows to learners, in its order. */
export function PositionsScreen() {
  const t = useCopy()
  usePageTitle(t('shop.catalogue'))
  const page = useHeldFocus<HTMLDivElement>()
  return (
    <div ref={page} tabIndex={-1} className={styles.column}>
      <BackLink href={pathTo('services')} title={t('shop.services.back')} />
      <header className={styles.header}>
        <h1>{t('shop.catalogue')}</h1>
        <Button onClick={openNew}>{t('shop.catalogue.add')}</Button>
      </header>
      <p className={styles.muted}>{t('shop.catalogue.text')}</p>
      <Positions />
    </div>
  )
}

function Positions() {
  const t = useCopy()
  const asked = useQuery({ ...positionsQuery(), refetchOnMount: 'always' })
  const columns = ['title', 'sells', 'category', 'state', 'actions'] as const
  return (
    <ListOf asked={asked}>
      {positions =>
        positions.length === 0 ? (
          <EmptyState icon="compass" title={t('shop.catalogue.empty.title')} text={t('shop.catalogue.empty.text')} />
        ) : (
          <Table label={t('shop.catalogue')} columns={columns.map(column => t(`shop.catalogue.column.${column}`))}>
            {positions.map((position, index) => (
              <Row key={position.id} position={position} index={index} all={positions} />
            ))}
          </Table>
        )
      }
    </ListOf>
  )
}

type RowProps = { position: ShopPositionWire; index: number; all: readonly ShopPositionWire[] }

function Row(props: RowProps) {
  const t = useCopy()
  const { title, category_id: categoryId, state, sells, is_sold: isSold } = props.position
  const category = site().config.catalogue.categories.find(({ id }) => id === categoryId)
  return (
    <tr>
      <th scope="row" dir="auto">
        {title}
      </th>
      <td dir="auto">{sells.service_title ?? sells.course_title}</td>
      <td>{category?.title ?? '–'}</td>
      <td>
        <Badge tone={state === 'hidden' ? 'neutral' : isSold ? 'success' : 'warning'}>
          {state === 'shown' && !isSold ? t('shop.catalogue.unsold') : t(`shop.catalogue.state.${state}`)}
        </Badge>
      </td>
      <td>
        <RowActions {...props} />
      </td>
    </tr>
  )
}

/** Calls about one position; each is told when it fails, and the list read again. */
function usePositionWrites(id: number) {
  const t = useCopy()
  const params = { id }
  return useSubmit({
    send: async (write: { state: 'shown' | 'hidden' } | { after: number | null } | 'remove') => {
      if (write === 'remove') await request('DELETE /studio/catalog-positions/:id', { params })
      else if ('state' in write) await request('PUT /studio/catalog-positions/:id/state', { params, body: write })
      else await request('PUT /studio/catalog-positions/:id/place', { params, body: write })
      await refreshPositions()
    },
    failed: t('shop.catalogue.failed'),
    hasToast: true,
    onRefused: () => void refreshPositions(),
  })
}

/** A row that moves takes its arrow out of the page for a moment, and the focus with it. */
function focusAgain(pressed: HTMLElement): void {
  if (document.activeElement === document.body) pressed.focus()
}

function RowActions({ position, index, all }: RowProps) {
  const t = useCopy()
  const { id, title, state } = position
  const { run, isBusy } = usePositionWrites(id)
  const isFirst = index === 0
  const isLast = index === all.length - 1
  const move = async (pressed: HTMLElement, after: number | null) => {
    await run({ after })
    requestAnimationFrame(() => focusAgain(pressed))
  }
  const remove = async () => {
    const answers = { yes: t('shop.catalogue.remove'), no: t('ui.cancel'), danger: true }
    const isSure = await confirm({
      title: t('shop.catalogue.remove.ask'),
      text: t('shop.catalogue.remove.text'),
      ...answers,
    })
    if (isSure) void run('remove')
  }
  const next = state === 'shown' ? 'hidden' : 'shown'
  return (
    <span className={styles.line}>
      <Button
        look="ghost"
        aria-label={t('shop.catalogue.upOf', { title })}
        busy={isBusy}
        aria-disabled={isFirst}
        onClick={event => !isFirst && void move(event.currentTarget, all[index - 2]?.id ?? null)}
      >
        ↑
      </Button>
      <Button
        look="ghost"
        aria-label={t('shop.catalogue.downOf', { title })}
        busy={isBusy}
        aria-disabled={isLast}
        onClick={event => !isLast && void move(event.currentTarget, all[index + 1]?.id ?? null)}
      >
        ↓
      </Button>
      <Button
        look="ghost"
        aria-label={t('shop.catalogue.changeOf', { title })}
        onClick={() => void openDialog(close => <PositionDialog id={id} title={title} onClose={() => close()} />)}
      >
        {t('shop.catalogue.change')}
      </Button>
      <Button
        look="ghost"
        aria-label={t(`shop.catalogue.to.${next}Of`, { title })}
        busy={isBusy}
        onClick={() => void run({ state: next })}
      >
        {t(`shop.catalogue.to.${next}`)}
      </Button>
      <Button
        look="ghost"
        aria-label={t('shop.catalogue.removeOf', { title })}
        busy={isBusy}
        onClick={() => void remove()}
      >
        {t('shop.catalogue.remove')}
      </Button>
    </span>
  )
}
