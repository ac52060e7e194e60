import { ConfigurationError } from '#server/platform/configuration-error.ts'

/** Why a whole archive is refused. */
const reasons = {
  unreadable: 'cannot be read',
  not_an_archive: 'is neither a zip nor a tar.gz',
  broken: 'is cut off or damaged',
  encrypted: 'is locked with a password',
  outside: 'would be written outside the folder',
  link: 'is a link or a device',
  bad_name: 'has a name that is not readable text',
  twice: 'is there twice',
  too_many: 'has too many entries',
  too_large: 'unpacks to too much',
  too_deep: 'is nested too deeply',
  too_slow: 'takes too long to unpack',
  dtd: 'declares a document type, which could read other files',
  bad_xml: 'is not well-formed XML',
  not_a_course: 'has no imsmanifest.xml, so it is no Common Cartridge',
  empty: 'has nothing to learn in it',
} as const
export type ArchiveProblem = keyof typeof reasons

/** An archive that cannot be imported; `entry` is the name in it that is to blame, or the archive's own. */
export class ArchiveError extends ConfigurationError {
  override name = 'ArchiveError'
  readonly code: ArchiveProblem
  readonly entry: string
  constructor(code: ArchiveProblem, entry: string, options?: ErrorOptions) {
    super(`${entry}: ${reasons[code]}`, options)
    this.code = code
    this.entry = entry
  }
}
