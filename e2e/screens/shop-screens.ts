import type { Page } from '@playwright/test'
import { withDatabase } from '../school/people.ts'
import { userIdOf } from '../school/sessions.ts'
import type { Screen } from './screen.ts'

async function latestOrder(): Promise<number> {
  const learner = await userIdOf('learner@example.com')
  const { rows } = await withDatabase(client =>
    client.query(`select id from orders where user_id = $1 and status = 'paid' order by id desc limit 1`, [learner]),
  )
  return Number(rows[0].id)
}

/** Opens the dialog of the last button in the header. */
async function openLast(page: Page) {
  await page.locator('main header button').last().click()
  await page.getByRole('dialog').locator('textarea').waitFor()
}

/** The screens of the studio for those who sell. */
export async function shopScreens(): Promise<Screen[]> {
  const staff = { isStaff: true }
  const order = `/admin/orders/${await latestOrder()}`
  return [
    { ...staff, name: 'studio-orders', path: '/admin/orders' },
    { ...staff, name: 'studio-orders-none', path: '/admin/orders?q=nobody-of-this-name' },
    { ...staff, name: 'studio-orders-failed', path: '/admin/orders', failing: '**/studio/orders?*', isAlone: true },
    { ...staff, name: 'studio-order', path: order },
    { ...staff, name: 'studio-order-gone', path: '/admin/orders/987654321' },
    { ...staff, name: 'studio-refund', path: order, isPlaced: true, prepare: openLast },
    { ...staff, name: 'studio-order-by-hand', path: '/admin/orders', isPlaced: true, prepare: openLast },
  ]
}
