import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { Loaded } from '#studio/platform/Loaded.tsx'
import styles from '#studio/platform/Screen.module.css'
import { ordersQuery } from './data.ts'
import { OrdersTable, useOrderColumns } from './OrdersTable.tsx'

/** The latest orders of one person, with links to their stories. */
export function OrdersOfPerson({ userId }: { userId: number }) {
  const t = useCopy()
  const columns = useOrderColumns()
  return (
    <Loaded query={ordersQuery({ user_id: userId }, 1)}>
      {({ rows, pageCount }) => (
        <Card as="section">
          <div className={styles.column}>
            <h2>{t('shop.orders')}</h2>
            {rows.length === 0 ? (
              <p className={styles.muted}>{t('shop.empty.title')}</p>
            ) : (
              <OrdersTable orders={rows} columns={columns} />
            )}
            {pageCount > 1 && <Link href={pathTo('orders', {}, { person: userId })}>{t('shop.back')}</Link>}
          </div>
        </Card>
      )}
    </Loaded>
  )
}
