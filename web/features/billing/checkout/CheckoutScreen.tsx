import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { LanguageSwitch, SchemeSwitch } from '#kit/features/brands/DisplaySwitch.tsx'
import { site } from '#kit/features/brands/site.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { track } from '#web/platform/analytics.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { StoreOffer } from '../app-store/StoreOffer.tsx'
import { mayBuy, sellsOnWeb } from '../may-buy.ts'
import { useFreshOnBack } from '../payment/pay.ts'
import styles from './Checkout.module.css'
import { NotSold } from './NotSold.tsx'
import { Purchase } from './Purchase.tsx'
import { useChoices, useOffer } from './use-offer.ts'

/** `/checkout/…`: buys a service. Visitors see it too, and sign up on the way. */
export function CheckoutScreen({ serviceId }: { serviceId: number }) {
  useFreshOnBack()
  return (
    <QueryClientProvider client={queryClient}>
      <CheckoutPage>
        <Sale key={serviceId} serviceId={serviceId} />
      </CheckoutPage>
    </QueryClientProvider>
  )
}

/** By whom it is sold: on the web the school, in the app its store, or nobody. */
function Sale({ serviceId }: { serviceId: number }) {
  if (sellsOnWeb()) return <Offer serviceId={serviceId} />
  return mayBuy() ? <StoreOffer serviceId={serviceId} /> : <NotInApp />
}

/** Nothing leads away from what is being bought but the school’s own mark. */
function CheckoutPage({ children }: { children: ReactNode }) {
  const { domain } = site().site
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link href={pathTo('home')}>
          <img className={styles.logo} src={domain.spa_header_logo} alt={domain.name} />
        </Link>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.footer}>
        <LanguageSwitch />
        <SchemeSwitch />
      </footer>
    </div>
  )
}

function NotInApp() {
  const t = useCopy()
  usePageTitle(t('billing.checkout.title'))
  return (
    <EmptyState
      isPage
      icon="info"
      title={t('billing.notInApp')}
      text={t('billing.notInApp.text')}
      action={<LinkButton href={pathTo('home')}>{t('billing.toHome')}</LinkButton>}
    />
  )
}

function Offer({ serviceId }: { serviceId: number }) {
  const t = useCopy()
  const { choices, choose } = useChoices()
  const { data: offer, error, isFetching, isPlaceholderData, refetch } = useOffer(serviceId, choices)
  usePageTitle(offer ? offer.service.title : t('billing.checkout.title'))
  const isOwned = offer?.is_owned
  useEffect(() => {
    if (isOwned === false) track({ name: 'begin_checkout', service: serviceId })
  }, [isOwned, serviceId])
  const isRefused = error instanceof RequestError && !isPassing(error)
  const isWrongCurrency = isRefused && error.code === 'not_sold_in_currency' && choices.currency !== undefined
  useEffect(() => {
    if (isWrongCurrency) choose({ currency: undefined })
  })
  if ((isRefused || (!offer && error)) && !isWrongCurrency)
    return <NotSold error={error} isFetching={isFetching} refetch={refetch} />
  return (
    <div className={styles.content} aria-busy={!offer}>
      <h1>{t('billing.checkout.title')}</h1>
      {!offer && <Skeleton shape="box" height="20rem" />}
      {offer && (
        <Purchase offer={offer} choices={choices} choose={choose} isAsking={isPlaceholderData} refresh={refetch} />
      )}
    </div>
  )
}
