import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import type { ServiceWire } from '#shared/features/billing/wire.ts'
import { sellsOnWeb } from '../may-buy.ts'
import { priceText } from '../payment/price-text.ts'
import { appStoreShell, productCode, StoreFailure, told } from './shell.ts'

/** What the store asks for a service, in its own words. Fails with ERR_PRODUCT_NOT_AVAILABLE where it does not sell it. */
export const storeProductQuery = (service: Pick<ServiceWire, 'id' | 'appstore_products'>) => ({
  queryKey: ['app store', service.id],
  queryFn: async () => {
    const shell = appStoreShell()
    const code = productCode(service, shell.store)
    const products = code === undefined ? [] : await told(() => shell.listProducts([code]))
    const product = products.find(one => one.code === code)
    if (!product) throw new StoreFailure('ERR_PRODUCT_NOT_AVAILABLE')
    return product
  },
  retry: false,
  staleTime: 60_000,
})

/** What a service costs: on the web the school’s price, in the app the store’s, and nothing while that is not known. */
export function Price({ service }: { service: ServiceWire }) {
  const t = useCopy()
  return sellsOnWeb() || service.price === 0 ? <>{priceText(t, service)}</> : <StorePrice service={service} />
}

function StorePrice({ service }: { service: ServiceWire }) {
  const t = useCopy()
  const { data } = useQuery(storeProductQuery(service))
  if (!data) return null
  const { type, interval, period: count } = service
  return (
    <>
      {type === 'course_subscription' ? t('billing.price.each', { amount: data.price, interval, count }) : data.price}
    </>
  )
}
