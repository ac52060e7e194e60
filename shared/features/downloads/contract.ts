import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Id, oneOf, Seconds } from '#shared/platform/schemas.ts'

/** One stored file; `hashes` are the SHA-256 (hex) of its ranges of 8 MiB, in order. */
const DownloadFile = Type.Object({
  /** full: the film as it is; small: its smallest picture; sound: no picture; beside: what belongs to it, or all there is. */
  purpose: oneOf(['full', 'small', 'sound', 'beside']),
  url: Type.String(),
  bytes: Type.Integer(),
  hashes: Type.Array(Type.String()),
})
export type DownloadFileWire = Static<typeof DownloadFile>

/** A film, picture or document of a course; `id` is that of the media item. */
const DownloadItem = Type.Object({
  id: Id,
  kind: oneOf(['video', 'image', 'document']),
  /** Of the lesson or the document that shows it. */
  title: Type.String(),
  day_ids: Type.Array(Id),
  lesson_ids: Type.Array(Id),
  /**
   * preparing: its files are being measured, ask again; unconverted: the film is not ready to be watched yet; missing: the school does
   * not find its file, and looks for it again after each list.
   */
  state: oneOf(['ready', 'preparing', 'unconverted', 'missing']),
  files: Type.Array(DownloadFile),
})
export type DownloadItemWire = Static<typeof DownloadItem>

const Manifest = Type.Object({
  stream_id: Id,
  course_id: Id,
  course_title: Type.String(),
  /** Those that are open, in order. */
  days: Type.Array(
    Type.Object({ id: Id, day_number: Type.Integer(), title: Type.String(), is_finished: Type.Boolean() }),
  ),
  items: Type.Array(DownloadItem),
})
export type ManifestWire = Static<typeof Manifest>

/** What of a stream may be played from a device, signed by the server (see leaseText). */
const Lease = Type.Object({
  user_id: Id,
  stream_id: Id,
  /** Media items, in order. */
  files: Type.Array(Id),
  until: Seconds,
  server_time: Seconds,
  /** ECDSA with P-256 and SHA-256, r and s, in base64url. */
  signature: Type.String(),
  /** The public key, in base64url as in a JWK. */
  key: Type.Object({ x: Type.String(), y: Type.String() }),
})
export type LeaseWire = Static<typeof Lease>

/** How many items a device may have of one stream. */
const mostLeased = 5000

export const downloads = contract({
  refusals: {
    downloads_off: {
      status: 403,
      text: {
        en: 'Lessons of this course cannot be downloaded',
        ru: 'Уроки этого курса нельзя скачать',
        es: 'Las lecciones de este curso no se pueden descargar',
      },
    },
  },
  calls: {
    'GET /user-course-streams/:id/downloads': {
      access: 'learner',
      summary:
        'What of the open days of a stream, of one day or of one lesson may be downloaded, with sizes and hashes',
      query: Type.Object({ day_id: Type.Optional(Id), lesson_id: Type.Optional(Id) }),
      answer: Manifest,
      refusals: ['downloads_off'],
    },
    'POST /user-course-streams/:id/downloads/lease': {
      access: 'learner',
      summary: 'Until when the device may play which of the items that it has; those without access are left out',
      body: Type.Object({ file_ids: Type.Array(Id, { maxItems: mostLeased }) }),
      answer: Lease,
      refusals: ['downloads_off'],
    },
  },
})
