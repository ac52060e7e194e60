import type { StoredUpload } from '#kit/request/local-database.ts'
import type { UploadWorld } from './uploads.ts'
import { type UploadNews, type UploadView, viewOf } from './upload-view.ts'

type World = Pick<UploadWorld, 'store' | 'userId' | 'isOffline'>

/** What this tab knows of the current user's uploads: read once, then kept up by what every tab tells. */
export class UploadsInSight {
  readonly #world: World
  readonly #rows = new Map<string, StoredUpload>()
  readonly #offsets = new Map<string, number>()
  readonly #files = new Map<string, Blob>()
  /** Files that were looked for on the device. */
  readonly #asked = new Set<string>()
  readonly #previews = new Map<string, string>()
  readonly #views = new Map<string, UploadView>()
  readonly #listeners = new Set<() => void>()
  #loaded: Promise<void> | undefined
  #version = 0

  constructor(world: World) {
    this.#world = world
  }

  load(): Promise<void> {
    this.#loaded ??= this.reload()
    this.#loaded.catch(() => {
      this.#loaded = undefined
    })
    return this.#loaded
  }

  async reload(): Promise<void> {
    const user = this.#world.userId()
    const uploads = user === null ? [] : await this.#world.store.list(user)
    for (const upload of uploads) this.#rows.set(upload.id, upload)
    this.#notify()
  }

  apply(news: UploadNews): void {
    if (news.kind === 'progress') this.#offsets.set(news.id, news.offset)
    else if (news.kind === 'put' && news.upload.userId === this.#world.userId()) {
      this.#rows.set(news.upload.id, news.upload)
      if (news.upload.state !== 'NOT_UPLOADED') this.#offsets.delete(news.upload.id)
    } else if (news.kind === 'gone') this.#drop(news.id)
    this.#notify()
  }

  /** Keeps a chosen file in memory, so that it is seen and sent without being read back. */
  hold(id: string, file: Blob): void {
    this.#files.set(id, file)
  }

  held = (id: string) => this.#files.get(id)
  find = (id: string) => this.#rows.get(id)
  all = () => [...this.#rows.values()].sort((one, other) => one.at - other.at)
  version = () => this.#version

  view(id: string): UploadView | undefined {
    const upload = this.#rows.get(id)
    const known = this.#views.get(id)
    if (known || !upload) return known
    const preview = this.#previews.get(id) ?? this.#preview(upload)
    const view = viewOf(upload, this.#offsets.get(id) ?? 0, this.#world.isOffline(), preview)
    this.#views.set(id, view)
    return view
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The network came or went. */
  refresh = () => this.#notify()

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
    if (!file || this.#files.has(id) || !this.#rows.has(id)) return
    this.#files.set(id, file)
    this.#notify()
  }

  #drop(id: string) {
    const preview = this.#previews.get(id)
    if (preview) URL.revokeObjectURL(preview)
    for (const known of [this.#rows, this.#offsets, this.#files, this.#previews]) known.delete(id)
  }

  #notify() {
    this.#version += 1
    this.#views.clear()
    for (const listener of this.#listeners) listener()
  }
}
