import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'

/** `/user/settings/user-payment-methods`: nothing is sold yet, so nothing is saved to pay with. */
export function PaymentMethodsScreen() {
  const t = useCopy()
  usePageTitle(t('settings.payment'))
  return <EmptyState isPage icon="lock" title={t('settings.payment.none')} text={t('settings.payment.text')} />
}
