import { Readable } from 'node:stream'
import { FileStore as TusFiles } from '@tus/file-store'
import { type Locker, Server, type ServerOptions } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { refuseCommon, Refused } from '#server/platform/http/refusals.ts'
import { freeBytes } from '#server/platform/storage/free-bytes.ts'
import { media } from '#shared/features/media/contract.ts'
import { refuseMedia } from './file-kind.ts'

type Held = { release(): void; end: Promise<void> }

const patienceMs = 10_000

/**
 * One request at a time per upload. A new one asks the one before to end, since a phone that lost its connection comes back
 * before the server has noticed; after 10 s in vain it is refused and may retry.
 */
export function uploadLocker(onBusy: () => Error): Locker {
  const held = new Map<string, Held>()
  return {
    newLock(id) {
      let free: (() => void) | undefined
      return {
        async lock(_stop, requestRelease) {
          const deadline = Date.now() + patienceMs
          for (let holder = held.get(id); holder; holder = held.get(id)) {
            holder.release()
            const left = deadline - Date.now()
            if (left <= 0) throw onBusy()
            await Promise.race([holder.end, new Promise(resolve => setTimeout(resolve, left).unref())])
          }
          const end = new Promise<void>(resolve => {
            free = resolve
          })
          held.set(id, { release: () => void requestRelease(), end })
        },
        async unlock() {
          held.delete(id)
          free?.()
        },
      }
    },
  }
}

export const keptMs = 7 * 86_400_000
/** Bytes that uploads leave free on the disk. */
const reserve = 256 * 1024 ** 2
const drainMs = 500
const path = '/spa/uploads'

type TusError = Error | { status_code: number; body: string }

/**
 * The tus protocol over files in `folder`, each named by its upload's key. Uploads are created by `makeUpload`; this answers
 * how far one is (HEAD), takes bytes (PATCH) and deletes it (DELETE). Its errors become refusals of ours.
 */
export function openTus(folder: string) {
  const failures = new WeakMap<Request, TusError>()
  const files = new TusFiles({ directory: folder, expirationPeriodInMilliseconds: keptMs })
  files.extensions = ['creation', 'termination', 'expiration']
  const options: ServerOptions = {
    path,
    relativeLocation: true,
    locker: uploadLocker(() => new Refused('upload_busy', media.refusals.upload_busy, { retryAfter: 2 })),
    lockDrainTimeout: drainMs,
    onResponseError(request, error) {
      failures.set(request, error)
      return undefined
    },
  }
  const server = new Server({ ...options, datastore: files })

  return {
    files,
    /** Answers a request of the protocol for the upload of `key`, which the caller has authorised; with a status below 400. */
    async ask(request: FastifyRequest, key: string): Promise<Response> {
      const asked = webRequest(request, key)
      const response = await server.handleWeb(asked)
      if (response.status < 400) return response
      const failure = failures.get(asked)
      if (failure instanceof Refused) throw failure
      return refuseAs(failure, response.status)
    },
    /** Refuses an upload of `bytes` for which the disk has no room. */
    async assertRoom(bytes: number) {
      if ((await freeBytes(folder)) < bytes + reserve) refuseMedia('storage_full')
    },
  }

  async function refuseAs(failure: TusError | undefined, status: number): Promise<never> {
    if (status === 404 || status === 410) refuseCommon('not_found')
    if (status === 409) refuseMedia('upload_conflict')
    if (status === 413) refuseMedia('file_too_large')
    if (status < 500) refuseCommon('malformed_request')
    if ((await freeBytes(folder)) < reserve) refuseMedia('storage_full')
    throw new Error('An upload could not be written', { cause: failure })
  }
}

/** Passes on only the headers we support: others would change the meaning of a size or a part. */
const passedOn = ['tus-resumable', 'upload-offset', 'content-type', 'content-length']

/** What is asked for: a POST may stand for another method, for clients that know no more. */
export function methodOf({ method, headers }: FastifyRequest): string {
  const meant = headers['x-http-method-override']
  return method === 'POST' && typeof meant === 'string' ? meant.toUpperCase() : method
}

/** Passes on only the key of the address: the protocol takes the end of it, query included, for the upload's name. */
function webRequest(request: FastifyRequest, key: string): Request {
  const { headers, raw } = request
  const method = methodOf(request)
  const own = passedOn.flatMap((name): [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const body = method === 'PATCH' ? (Readable.toWeb(raw) as ReadableStream<Uint8Array>) : null
  return new Request(`http://uploads${path}/${key}`, { method, headers: own, body, duplex: 'half' } as RequestInit)
}

export type Tus = ReturnType<typeof openTus>
