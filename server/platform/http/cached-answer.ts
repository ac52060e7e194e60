import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** An answer kept in memory: serialised and compressed once, with a validator for conditional reads. */
export class CachedAnswer {
  readonly plain: Buffer
  readonly gzip: Buffer
  readonly brotli: Buffer
  readonly etag: string

  /** `value` is sent as JSON or, with 'text', unchanged. */
  constructor(value: unknown, form: 'json' | 'text' = 'json') {
    this.plain = Buffer.from(form === 'json' ? JSON.stringify(value) : String(value))
    this.gzip = gzipSync(this.plain)
    this.brotli = brotliCompressSync(this.plain, brotliOptions)
    this.etag = `"${createHash('sha256').update(this.plain).digest('base64url').slice(0, 22)}"`
  }

  /** The smallest encoding the caller's Accept-Encoding allows. */
  bodyFor(acceptEncoding: string): { body: Buffer; encoding: string | undefined } {
    if (/\bbr\b/.test(acceptEncoding)) return { body: this.brotli, encoding: 'br' }
    if (/\bgzip\b/.test(acceptEncoding)) return { body: this.gzip, encoding: 'gzip' }
    return { body: this.plain, encoding: undefined }
  }
}
