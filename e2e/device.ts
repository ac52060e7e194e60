import type { Page } from '@playwright/test'

/** All rows of one store of the app's database on this device. */
function rowsOn<Row>(page: Page, store: 'writes' | 'queries'): Promise<Row[]> {
  return page.evaluate(
    name =>
      new Promise<never[]>((resolve, reject) => {
        const opening = indexedDB.open('kurso')
        opening.addEventListener('error', () => reject(opening.error))
        opening.onsuccess = () => {
          const all = opening.result.transaction(name).objectStore(name).getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result as never[])
          }
        }
      }),
    store,
  )
}

export type Waiting = {
  call: string
  idempotencyKey: string
  input: { params?: { messageId?: number }; body: { viewed_seconds?: number } }
}

/** The writes waiting on the device, in sending order. */
export const waitingOn = (page: Page): Promise<Waiting[]> => rowsOn(page, 'writes')

/** Whether the answer of a call whose name ends like this, and which asks for `part`, is stored for offline visits. */
export async function isKeptOn(page: Page, call: string, part = ''): Promise<boolean> {
  const rows = await rowsOn<{ key: [name: string] }>(page, 'queries')
  return rows.some(({ key }) => key[0].endsWith(call) && JSON.stringify(key).includes(part))
}
