import type { HttpRequest, HttpResponse, Upload, UploadOptions } from 'tus-js-client'
import { settings } from '#kit/request/connection.ts'
import type { StoredUpload } from '#kit/request/local-database.ts'
import { askerHeaders } from '#kit/request/request.ts'
import { chunkAfter, firstChunk } from './chunk-size.ts'
import { endOf, type TransferEnd } from './transfer-end.ts'

export interface TransferEvents {
  /**
   * The server has created the upload: its address, and the media item it becomes. No bytes are sent until this
   * resolves.
   */
  onMade(place: { url: string; mediaId: number | undefined }): Promise<void>
  /** Bytes that the server has. */
  onKept(offset: number): Promise<void>
  /** Bytes sent or being sent. */
  onProgress(offset: number): void
}

export interface Transfer {
  end: Promise<TransferEnd>
  /** Ends it with 'stopped'; the server keeps what it has. */
  stop(): void
}

/** How long a transfer may stall before the connection counts as lost, in ms. */
const patience = 45_000
const endpoint = '/spa/uploads'

type Reader = NonNullable<UploadOptions['fileReader']>

/** Reads each part completely before sending it: an unreadable file must not look like a lost connection. */
function partsOf(file: Blob, onUnreadable: () => void): Reader {
  return {
    openFile: async () => ({
      size: file.size,
      async slice(start, end) {
        try {
          const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer())
          return { value: Object.assign(bytes, { size: bytes.length }), done: end >= file.size }
        } catch (error) {
          onUnreadable()
          throw error
        }
      },
      close() {},
    }),
  }
}

/** Sends a file by tus from the server's offset, only under its owner's session. */
export function sendFile(upload: StoredUpload, file: Blob, events: TransferEvents): Transfer {
  let end: (how: TransferEnd) => void = () => {}
  const ended = new Promise<TransferEnd>(resolve => {
    end = resolve
  })
  let tus: Upload | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  const finish = (how: TransferEnd) => {
    hasEnded = true
    clearTimeout(timer)
    void tus?.abort()
    end(how)
  }
  const watch = () => {
    clearTimeout(timer)
    if (!hasEnded) timer = setTimeout(() => finish({ kind: 'again' }), patience)
  }
  const start = async () => {
    const { Upload: Tus } = await import('tus-js-client')
    if (hasEnded) return
    const current = new Tus(file, optionsFor(upload, file, events, { finish, watch, resize }))
    tus = current
    function resize(ms: number) {
      current.options.chunkSize = chunkAfter(current.options.chunkSize ?? file.size, ms)
    }
    watch()
    tus.start()
  }
  start().catch(() => finish({ kind: 'again' }))
  return { end: ended, stop: () => finish({ kind: 'stopped' }) }
}

const metadataOf = ({ name, type, purpose }: StoredUpload) => ({
  filename: name,
  filetype: type,
  ...(purpose && { purpose }),
})

type Course = { finish: (how: TransferEnd) => void; watch: () => void; resize: (ms: number) => void }

function optionsFor(
  upload: StoredUpload,
  file: Blob,
  events: TransferEvents,
  { finish, watch, resize }: Course,
): UploadOptions {
  let isUnreadable = false
  let began = 0
  let status: 'UPLOADED' | 'DONE' | 'FAIL' = 'UPLOADED'
  const base = settings.origin || location.origin
  return {
    ...(upload.url ? { uploadUrl: new URL(upload.url, base).href } : { endpoint: new URL(endpoint, base).href }),
    metadata: metadataOf(upload),
    fileReader: partsOf(file, () => {
      isUnreadable = true
    }),
    retryDelays: null,
    storeFingerprintForResuming: false,
    fingerprint: async () => upload.id,
    chunkSize: firstChunk(),
    onBeforeRequest(request) {
      watch()
      if (settings.userId !== upload.userId) throw new Error('The upload belongs to somebody else')
      began = Date.now()
      for (const [name, value] of Object.entries(askerHeaders(settings.token))) request.setHeader(name, value)
      if (request.getMethod() === 'POST') request.setHeader('Idempotency-Key', `${upload.id}-${upload.attempt}`)
    },
    async onAfterResponse(request, response) {
      watch()
      if (response.getStatus() === 401 && settings.token) settings.loseSession(settings.token)
      const told = response.getHeader('X-Media-Status')
      if (told === 'DONE' || told === 'FAIL') status = told
      const place = placeOf(request, response)
      if (place) await events.onMade(place)
    },
    onProgress(sent) {
      watch()
      events.onProgress(sent)
    },
    onChunkComplete(bytes, offset) {
      // A server that accepts nothing must not be retried without a pause.
      if (bytes === 0) finish({ kind: 'again' })
      resize(Date.now() - began)
      void events.onKept(offset)
    },
    onSuccess: () => finish({ kind: 'sent', status }),
    onError: error => finish(isUnreadable ? { kind: 'unreadable' } : endOf(error, upload)),
  }
}

/** Only the path counts: behind a proxy the server may not know its own name. */
function placeOf(request: HttpRequest, response: HttpResponse) {
  const address = response.getHeader('Location')
  if (request.getMethod() !== 'POST' || response.getStatus() >= 300 || !address) return undefined
  const { pathname, search } = new URL(address, request.getURL())
  return { url: pathname + search, mediaId: Number(response.getHeader('X-Media-Id')) || undefined }
}
