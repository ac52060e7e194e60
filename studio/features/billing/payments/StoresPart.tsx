import { useQuery } from '@tanstack/react-query'
import { withProof } from '#kit/features/accounts/with-proof.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { AppStoreWire } from '#shared/features/billing/stores/app-store-calls.ts'
import { type StoreName, stores } from '#shared/features/billing/stores/app-store.ts'
import { useMoments } from '#studio/platform/moments.ts'
import screen from '#studio/platform/Screen.module.css'
import styles from '../Billing.module.css'
import { refreshStores, storesQuery } from './data.ts'
import { StoreDialog } from './StoreDialog.tsx'

/** The app stores in which the school’s app sells. */
export function StoresPart() {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useQuery(storesQuery())
  return (
    <Card as="section">
      <div className={screen.column}>
        <h2>{t('stores.title')}</h2>
        <p className={screen.muted}>{t('stores.text')}</p>
        {!data && error && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height="6rem" />}
        {data && stores.map(name => <StorePart key={name} name={name} store={data.find(one => one.store === name)} />)}
      </div>
    </Card>
  )
}

function StorePart({ name, store }: { name: StoreName; store: AppStoreWire | undefined }) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    send: async () => {
      await withProof(() => request('DELETE /studio/app-stores', { query: { store: name } }))
      await refreshStores()
    },
    failed: t('payments.failed'),
    hasToast: true,
  })
  const handleClose = async () => {
    const answers = { yes: t('stores.close'), no: t('ui.cancel') }
    if (await confirm({ title: t('stores.close.ask'), text: t('stores.close.text'), ...answers, danger: true }))
      void run()
  }
  return (
    <div className={screen.column}>
      <header className={screen.line}>
        <h3>{t(`shop.provider.${name}`)}</h3>
        {store?.is_trial && <Badge tone="warning">{t('payments.trial')}</Badge>}
      </header>
      {store ? <Facts store={store} /> : <p>{t('stores.off')}</p>}
      <div className={screen.line}>
        <Button
          look="secondary"
          aria-label={`${t(store ? 'payments.change' : 'stores.setUp')}: ${t(`shop.provider.${name}`)}`}
          onClick={() => void openDialog(close => <StoreDialog name={name} store={store} onClose={() => close()} />)}
        >
          {t(store ? 'payments.change' : 'stores.setUp')}
        </Button>
        {store && (
          <Button look="secondary" busy={isBusy} onClick={() => void handleClose()}>
            {t('stores.close')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Facts({ store }: { store: AppStoreWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  const { keys, set_at: setAt, last_told_at: toldAt } = store
  const facts = [
    ...(keys ?? []).map(({ name, shown }) => [t(`stores.key.${name}`), shown] as const),
    [t('payments.setAt'), moment(setAt * 1000)],
    [t('payments.told'), toldAt === null ? t('payments.told.never') : moment(toldAt * 1000)],
  ] as const
  return (
    <>
      <dl className={screen.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {keys === null && (
        <Notice tone="danger" title={t('payments.unreadable')}>
          {t('payments.unreadable.text')}
        </Notice>
      )}
      <Notice title={t('payments.address')}>
        <p>{t(`stores.address.${store.store}`)}</p>
        <code className={styles.code}>{store.events_url}</code>
      </Notice>
    </>
  )
}
