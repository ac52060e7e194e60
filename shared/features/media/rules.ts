/** What a brand allows: bytes of one file, files and bytes that one person keeps, and those of all uploads and the library together. */
export type UploadLimits = {
  fileBytes: number
  personFiles: number
  personBytes: number
  brandFiles: number
  brandBytes: number
}

/** How large a course may be that is brought in. */
export const mostArchiveBytes = 4 * 1024 ** 3

/** How a course that is brought in may be named; its bytes decide. */
export const archiveEndings = ['.imscc', '.zip', '.tar.gz', '.tgz', '.yaml', '.yml', '.json'] as const

/** How long a recording that is over waits for a part that has not come, and takes one, in ms. */
export const partPatienceMs = 6 * 3_600_000

/** What is kept already of the person and of the brand, with how many of it are not ready yet. */
export type Kept = {
  files: number
  bytes: number
  unready: number
  brandFiles: number
  brandBytes: number
  brandUnready: number
}

const mostUnready = 100
const mostUnreadyOfBrand = 10_000

export type UploadProblem = 'file_too_large' | 'file_broken' | 'too_many_uploads' | 'quota_reached' | 'storage_full'

/** Why a new file of `bytes` is not taken; undefined when it is. */
export function uploadProblem(bytes: number, kept: Kept, limits: UploadLimits): UploadProblem | undefined {
  if (bytes > limits.fileBytes) return 'file_too_large'
  if (bytes === 0) return 'file_broken'
  if (kept.unready >= mostUnready) return 'too_many_uploads'
  if (kept.files >= limits.personFiles || kept.bytes + bytes > limits.personBytes) return 'quota_reached'
  if (kept.brandFiles >= limits.brandFiles || kept.brandBytes + bytes > limits.brandBytes) return 'storage_full'
  return kept.brandUnready >= mostUnreadyOfBrand ? 'storage_full' : undefined
}

/** How long a recorded voice may be, in ms, and how many bytes: browsers record a minute in half a megabyte. */
export const longestVoiceMs = 300_000
/** How late a recorder may end by itself, in ms: a page in the background looks at the time once a second. */
export const voiceGraceMs = 5000
export const mostVoiceBytes = 20_000_000
