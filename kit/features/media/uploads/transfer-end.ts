import type { DetailedError } from 'tus-js-client'
import type { StoredUpload } from '#kit/request/local-database.ts'

/**
 * How a transfer ended: 'sent' with the server's result. 'again' may resume later from the server's offset, after
 * `after` ms if it said so; 'lost' must start over, since the server no longer has it; 'signed out' waits for the
 * owner's next session.
 */
export type TransferEnd =
  | { kind: 'sent'; status: 'UPLOADED' | 'DONE' | 'FAIL' }
  | { kind: 'stopped' }
  | { kind: 'again'; after?: number }
  | { kind: 'lost' }
  | { kind: 'signed out' }
  | { kind: 'unreadable' }
  | { kind: 'refused'; code: string; message: string }

/** Interprets a transfer error. A full server is reported rather than retried forever. */
export function endOf({ originalResponse }: Partial<DetailedError>, { url }: StoredUpload): TransferEnd {
  if (!originalResponse) return { kind: 'again' }
  const status = originalResponse.getStatus()
  const { code = '', message = '' } = refusalIn(originalResponse.getBody())
  const seconds = Number(originalResponse.getHeader('Retry-After'))
  if (status === 401) return { kind: 'signed out' }
  if (code === 'storage_full') return { kind: 'refused', code, message }
  if (status >= 500 || [408, 409, 423, 429].includes(status))
    return { kind: 'again', after: seconds * 1000 || undefined }
  if (url && [404, 410].includes(status)) return { kind: 'lost' }
  return { kind: 'refused', code: code || 'upload_failed', message }
}

function refusalIn(body: string): { code?: string; message?: string } {
  try {
    const { code, message } = JSON.parse(body) as Record<string, unknown>
    return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' }
  } catch {
    return {}
  }
}
