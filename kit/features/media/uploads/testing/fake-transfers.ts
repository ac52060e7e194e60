import type { FakeBrowser, FakeTab } from '#kit/queue/testing/fake-browser.ts'
import type { StoredUpload } from '#kit/request/local-database.ts'
import type { Transfer, TransferEvents } from '../send-file.ts'
import type { TransferEnd } from '../transfer-end.ts'

type Media = { mediaId: number; bytes: number[]; size: number }

/** A server that takes files in small parts, one upload a key; its connections break as often as they are told to. */
export class FakeTransfers {
  cuts = 0
  readonly #browser: FakeBrowser
  readonly #made = new Map<string, Media>()

  constructor(browser: FakeBrowser) {
    this.#browser = browser
  }

  /** What the server has of an upload of the device. */
  mediaOf(upload: string): { mediaId: number; isWhole: boolean } | undefined {
    const all = [...this.#made].filter(([key]) => key.startsWith(`${upload}-`)).map(([, media]) => media)
    const [media] = all
    if (!media || all.length > 1) return undefined
    return { mediaId: media.mediaId, isWhole: media.bytes.length === media.size }
  }

  send(tab: FakeTab, upload: StoredUpload, file: Blob, events: TransferEvents): Transfer {
    let stop: (end: TransferEnd) => void = () => {}
    const stopped = new Promise<TransferEnd>(resolve => {
      stop = resolve
    })
    const flow = this.#flow(tab, upload, file, events)
    return { end: Promise.race([stopped, flow]), stop: () => stop({ kind: 'stopped' }) }
  }

  async #flow(tab: FakeTab, upload: StoredUpload, file: Blob, events: TransferEvents): Promise<TransferEnd> {
    const key = `${upload.id}-${upload.attempt}`
    if (await tab.gate(() => this.#isCut())) return { kind: 'again' }
    if (!upload.url) {
      const media = this.#made.get(key) ?? { mediaId: this.#made.size + 1, bytes: [], size: file.size }
      this.#made.set(key, media)
      if (await tab.gate(() => this.#isCut())) return { kind: 'again' }
      await events.onMade({ url: key, mediaId: media.mediaId })
    }
    const media = this.#made.get(upload.url ?? key)
    if (!media) return { kind: 'lost' }
    while (media.bytes.length < file.size) {
      const part = new Uint8Array(await file.slice(media.bytes.length, media.bytes.length + 150).arrayBuffer())
      const isCut = await tab.gate(() => this.#isCut())
      const offset = media.bytes.length
      const taken = isCut ? part.subarray(0, part.length / 2) : part
      const expected = new Uint8Array(await file.slice(offset, offset + taken.length).arrayBuffer())
      // As a tus server does: a part that does not begin where the last ended is not taken.
      if (expected.every((byte, index) => byte === taken[index])) media.bytes.push(...taken)
      if (isCut) return { kind: 'again' }
      await events.onKept(media.bytes.length)
    }
    return { kind: 'sent', status: 'UPLOADED' }
  }

  #isCut(): boolean {
    if (this.#browser.isOffline) return true
    if (this.cuts === 0) return false
    this.cuts -= 1
    return true
  }
}
