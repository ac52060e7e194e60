import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'

export type Stored = {
  key: string
  url: string
  status: string
  failure?: string
  code?: number
  path: string
  bytes: number
  done: number
  localUrl: string
  /** What was pressed for it. */
  request: string
  addedAt: number
}

/** The records of downloads on this device. */
export function storedOn(page: Page): Promise<Stored[]> {
  return page.evaluate(
    () =>
      new Promise<never[]>((resolve, reject) => {
        const opening = indexedDB.open('kurso-downloads')
        opening.addEventListener('error', () => reject(opening.error))
        opening.onsuccess = () => {
          const names = opening.result.objectStoreNames
          if (!names.contains('files')) return resolve([])
          const all = opening.result.transaction('files').objectStore('files').getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result as never[])
          }
        }
      }),
  )
}

/** Changes a row of the records of downloads, as time or somebody else would. */
export function changeStored(page: Page, store: string, changes: Record<string, unknown>, key?: string): Promise<void> {
  return page.evaluate(
    ([name, changed, only]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('kurso-downloads')
        opening.onsuccess = () => {
          const writing = opening.result.transaction(name, 'readwrite')
          const cursor = writing.objectStore(name).openCursor()
          cursor.onsuccess = () => {
            const at = cursor.result
            if (!at) return
            const isOwn = only === undefined || at.key === only
            if (isOwn) at.update('value' in changed ? changed['value'] : { ...at.value, ...changed })
            at.continue()
          }
          writing.addEventListener('error', () => reject(writing.error))
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    [store, changes, key] as const,
  )
}

/** The sizes of the files in the browser's private file system, by their paths. */
export function privateFiles(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const found: Record<string, number> = {}
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const entry of (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values()) {
        const own = path ? `${path}/${entry.name}` : entry.name
        if (entry.kind === 'directory') await walk(entry as FileSystemDirectoryHandle, own)
        else found[own] = (await (entry as FileSystemFileHandle).getFile()).size
      }
    }
    await walk(await navigator.storage.getDirectory(), '')
    return found
  })
}

/** Downloads as a person meets them, in the language of `t`. */
export function downloadsPage(page: Page, t: Copy) {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const part = (title: string) => page.getByRole('group', { name: t('downloads.of', { title }), exact: true })
  return {
    dialog,
    /** The state of a course, day or lesson with its buttons. */
    part,
    start: page.getByRole('button', { name: t('downloads.start'), exact: true }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    /** Downloads what the screen is about, as it is offered first. */
    async download() {
      await page
        .getByRole('button', { name: t('downloads.start'), exact: true })
        .first()
        .click()
      const start = dialog.getByRole('button', { name: t('downloads.start'), exact: true })
      await dialog.getByRole('radio').first().waitFor()
      await start.click()
      await dialog.waitFor({ state: 'hidden' })
    },
    isHere: (title: string) => part(title).getByText(t('downloads.state.loaded', { bytes: '' }).trim()),
  }
}
