import { useCopy } from '#kit/copy/copy.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { BackLink } from '#studio/platform/ScreenHead.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { Loaded } from '#studio/platform/Loaded.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import styles from '#studio/platform/Screen.module.css'
import { AccountPart } from './AccountPart.tsx'
import { BooksPart } from './BooksPart.tsx'
import { paymentsQuery } from './data.ts'
import { StoresPart } from './StoresPart.tsx'
import { TermsPart } from './TermsPart.tsx'
import { TestPart } from './TestPart.tsx'

/** `/admin/payments`: who takes the school's money, at which terms, and whether it works. */
export function PaymentsScreen() {
  const t = useCopy()
  usePageTitle(t('payments.title'))
  const page = useHeldFocus<HTMLDivElement>()
  return (
    <div ref={page} tabIndex={-1} className={styles.column}>
      <BackLink href={pathTo('orders')} title={t('shop.back')} />
      <h1>{t('payments.title')}</h1>
      <Loaded query={paymentsQuery()}>
        {settings => (
          <>
            <AccountPart settings={settings} />
            {settings.account && <TestPart settings={settings} />}
            <StoresPart />
            <TermsPart terms={settings.terms} />
            <BooksPart ownCurrency={settings.terms.currency} />
          </>
        )}
      </Loaded>
    </div>
  )
}
