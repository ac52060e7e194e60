import { type FakeBrowser, FakeTab, gated } from '#kit/queue/testing/fake-browser.ts'
import { settings } from '#kit/request/connection.ts'
import { sendFile } from '../send-file.ts'
import { databaseUploads, type UploadStore } from '../upload-store.ts'
import { Uploads, type UploadWorld } from '../uploads.ts'

const opened = new Map<FakeTab, Uploads>()

/** The uploads of one tab of a browser, over the device's database; parts of its world may be others. */
export function openUploads(browser: FakeBrowser, other: Partial<UploadWorld> & { store?: UploadStore } = {}) {
  const tab = new FakeTab(browser)
  const uploads = new Uploads({
    send: sendFile,
    exclusive: (lane, work) => tab.exclusive(`uploads ${lane}`, work),
    later: tab.later,
    userId: () => settings.userId,
    isOffline: () => browser.isOffline,
    announce: news => tab.tell(news, (one, heard) => opened.get(one)?.hear(heard)),
    forget: async () => {},
    limit: () => 100 * 1024 * 1024,
    newId: () => `upload-${settings.userId}-${browser.random()}`,
    now: () => browser.now,
    ...other,
    store: gated(other.store ?? databaseUploads, tab),
  })
  opened.set(tab, uploads)
  return { tab, uploads }
}

/** A file that begins as a PNG does, filled with bytes that differ. */
export function pngOf(bytes: number, seed = 1): File {
  const content = new Uint8Array(bytes)
  let state = seed
  for (let index = 0; index < bytes; index++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    content[index] = state % 256
  }
  content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].slice(0, bytes))
  return new File([content], `photo-${seed}.png`, { type: 'image/png' })
}
