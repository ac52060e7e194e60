import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { ListedBannerWire } from '#shared/features/banners/wire.ts'
import styles from '#studio/platform/Screen.module.css'
import { pathTo } from '#studio/platform/addresses.ts'
import { ListOf, Table } from '#studio/platform/ListOf.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { BannerDialog, NewBannerDialog } from './BannerDialog.tsx'
import { rateText } from './banner-words.ts'
import { bannersQuery, refreshBanners } from './data.ts'

const openNew = () => void openDialog(close => <NewBannerDialog onClose={() => close()} />)
const columns = ['title', 'places', 'time', 'state', 'shown', 'clicked', 'rate', 'actions'] as const

/** `/admin/banners`: all banners with how often each was seen and followed. */
export function BannersScreen() {
  const t = useCopy()
  usePageTitle(t('banners.title'))
  const page = useHeldFocus<HTMLDivElement>()
  const asked = useQuery({ ...bannersQuery(), refetchOnMount: 'always' })
  return (
    <div ref={page} tabIndex={-1} className={styles.column}>
      <header className={styles.header}>
        <h1>{t('banners.title')}</h1>
        <Button onClick={openNew}>{t('banners.add')}</Button>
      </header>
      <p className={styles.muted}>{t('banners.text')}</p>
      <ListOf asked={asked}>
        {banners =>
          banners.length === 0 ? (
            <EmptyState icon="compass" title={t('banners.empty.title')} text={t('banners.empty.text')} />
          ) : (
            <Table label={t('banners.title')} columns={columns.map(column => t(`banners.column.${column}`))}>
              {banners.map(banner => (
                <Row key={banner.id} banner={banner} />
              ))}
            </Table>
          )
        }
      </ListOf>
    </div>
  )
}

function Row({ banner }: { banner: ListedBannerWire }) {
  const t = useCopy()
  const { id, title, type, state, positions, shown, clicked } = banner
  return (
    <tr>
      <th scope="row" dir="auto">
        {title}
        {type === 'new_feature' && <small> {t('banners.type.new_feature')}</small>}
      </th>
      <td>{positions.map(position => t(`banners.position.${position}`)).join(', ')}</td>
      <td>
        <Time {...banner} />
      </td>
      <td>
        <Badge tone={state === 'shown' ? 'success' : 'neutral'}>{t(`banners.state.${state}`)}</Badge>
      </td>
      <td>{shown}</td>
      <td>{clicked}</td>
      <td>
        <Link
          href={pathTo('bannerFigures', { id })}
          aria-label={t('banners.figuresOf', { title, rate: rateText(t, banner) })}
        >
          {rateText(t, banner)}
        </Link>
      </td>
      <td>
        <RowActions {...banner} />
      </td>
    </tr>
  )
}

function Time({ starts_at: starts, ends_at: ends }: ListedBannerWire) {
  const t = useCopy()
  const { moment } = useMoments()
  if (starts === null && ends === null) return t('banners.always')
  return (
    <>
      {starts !== null && t('banners.from', { moment: moment(starts * 1000) })}{' '}
      {ends !== null && t('banners.until', { moment: moment(ends * 1000) })}
    </>
  )
}

type Next = ListedBannerWire['state'] | 'remove'

/** What can be done with a banner: one that somebody has seen is archived, another one removed. */
function nextOf({ state, shown }: ListedBannerWire): Next[] {
  if (state === 'shown') return ['hidden', 'archived']
  return state === 'archived' ? ['hidden'] : ['shown', shown > 0 ? 'archived' : 'remove']
}

function removing(t: Copy, title: string) {
  const answers = { yes: t('banners.to.remove'), no: t('ui.cancel'), danger: true }
  return confirm({ title: t('banners.remove.ask', { title }), text: t('banners.remove.text'), ...answers })
}

function RowActions(banner: ListedBannerWire) {
  const t = useCopy()
  const { id, title } = banner
  const { run, isBusy } = useSubmit({
    send: async (next: Next) => {
      const params = { id }
      if (next === 'remove') await request('DELETE /studio/banners/:id', { params })
      else await request('PUT /studio/banners/:id/state', { params, body: { state: next } })
      await refreshBanners()
    },
    failed: t('banners.failed'),
    hasToast: true,
    onRefused: () => void refreshBanners(),
  })
  const act = async (next: Next) => {
    if (next !== 'remove' || (await removing(t, title))) void run(next)
  }
  return (
    <span className={styles.line}>
      <Button
        look="ghost"
        aria-label={t('banners.changeOf', { title })}
        onClick={() => void openDialog(close => <BannerDialog id={id} title={title} onClose={() => close()} />)}
      >
        {t('banners.change')}
      </Button>
      {nextOf(banner).map(next => (
        <Button
          key={next}
          look="ghost"
          aria-label={t('banners.actOf', { act: t(`banners.to.${next}`), title })}
          busy={isBusy}
          onClick={() => void act(next)}
        >
          {t(`banners.to.${next}`)}
        </Button>
      ))}
    </span>
  )
}
