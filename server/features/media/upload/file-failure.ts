import { Refused } from '#server/platform/http/refusals.ts'
import { media } from '#shared/features/media/contract.ts'

export type MediaRefusal = keyof typeof media.refusals

/** Ends a request outside the declared calls with one of media's refusals. */
export function refuseMedia(code: MediaRefusal): never {
  throw new Refused(code, media.refusals[code], {})
}

/** A file that cannot be used; `code` says why, as its person will read it. */
export class FileFailure extends Error {
  readonly code: MediaRefusal
  constructor(code: MediaRefusal, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
