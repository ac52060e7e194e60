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

export type Waiting = { call: string; idempotencyKey: string; input: { body: { viewed_seconds?: number } } }

/** The writes waiting on the device, in sending order. */
export const waitingOn = (page: Page): Promise<Waiting[]> => rowsOn(page, 'writes')

/** How many answers of calls whose names end like this are stored for offline visits. */
export async function keptOn(page: Page, call: string): Promise<number> {
  const rows = await rowsOn<{ key: [name: string] }>(page, 'queries')
  return rows.filter(({ key: [name] }) => name.endsWith(call)).length
}

/** Whether the answer of such a call is stored. */
export const isKeptOn = async (page: Page, call: string): Promise<boolean> => (await keptOn(page, call)) > 0
