import { KnownRows } from '#kit/queue/known-rows.ts'
import type { QueueWorld } from '#kit/queue/turns.ts'
import type { StoredUpload } from '#kit/request/local-database.ts'
import type { UploadStore } from './upload-store.ts'
import { type UploadNews, type UploadView, viewOf } from './upload-view.ts'

type World = Pick<QueueWorld<UploadNews>, 'userId' | 'isOffline'> & { store: UploadStore }

/** What this tab knows about the user's uploads: read once, then kept up to date by messages from all tabs. */
export class UploadsInSight {
  readonly #world: World
  readonly #rows: KnownRows<StoredUpload>
  readonly #offsets = new Map<string, number>()
  readonly #files = new Map<string, Blob>()
  /** Files already looked up on the device. */
  readonly #asked = new Set<string>()
  readonly #previews = new Map<string, string>()
  #loaded: Promise<void> | undefined

  constructor(world: World) {
    this.#world = world
    this.#rows = new KnownRows(world.userId, user => world.store.list(user))
  }

  load(): Promise<void> {
    this.#loaded ??= this.reload()
    this.#loaded.catch(() => {
      this.#loaded = undefined
    })
    return this.#loaded
  }

  /** Rereads the uploads; ones that could not be stored stay visible. */
  reload = (): Promise<void> => this.#rows.load({ hasOthers: true })

  apply(news: UploadNews): void {
    if (news.kind === 'progress') this.#offsets.set(news.id, news.offset)
    else if (news.kind === 'put') {
      this.#rows.put(news.upload)
      if (news.upload.state !== 'NOT_UPLOADED') this.#offsets.delete(news.upload.id)
    } else if (news.kind === 'gone') this.#drop(news.id)
    this.#rows.changed()
  }

  /** Keeps a chosen file in memory, so that it can be shown and sent without being read back. */
  hold(id: string, file: Blob): void {
    this.#files.set(id, file)
  }

  held = (id: string) => this.#files.get(id)
  find = (id: string) => this.#rows.find(id)
  all = () => this.#rows.all().sort((one, other) => one.at - other.at)
  version = () => this.#rows.version()
  onChange = (listener: () => void): (() => void) => this.#rows.onChange(listener)

  view(id: string): UploadView | undefined {
    const upload = this.#rows.find(id)
    if (!upload) return undefined
    return this.#rows.view(id, () => {
      const preview = this.#previews.get(id) ?? this.#preview(upload)
      return viewOf(upload, this.#offsets.get(id) ?? 0, this.#world.isOffline(), preview)
    })
  }

  /** Call when the network comes or goes. */
  refresh = () => this.#rows.changed()

  #preview({ id, failure }: StoredUpload): string | undefined {
    const file = this.#files.get(id)
    if (file) {
      const url = URL.createObjectURL(file)
      this.#previews.set(id, url)
      return url
    }
    if (!failure && !this.#asked.has(id)) void this.#read(id)
    return undefined
  }

  async #read(id: string) {
    this.#asked.add(id)
    const file = await this.#world.store.file(id).catch(() => undefined)
    if (!file || this.#files.has(id) || !this.#rows.find(id)) return
    this.#files.set(id, file)
    this.#rows.changed()
  }

  #drop(id: string) {
    const preview = this.#previews.get(id)
    if (preview) URL.revokeObjectURL(preview)
    this.#rows.drop(id)
    for (const known of [this.#offsets, this.#files, this.#previews]) known.delete(id)
  }
}
