import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Id, Line, nullable, NullableString, oneOf, PageNumber, Seconds } from '#shared/platform/schemas.ts'
import { libraryRefusals } from './refusals.ts'
import { fileKinds, fileStates } from './rules.ts'

const NullableInteger = nullable(Type.Integer())

/** A file of a school; its addresses are there once it is ready. */
const LibraryFile = Type.Object({
  id: Id,
  kind: oneOf(fileKinds),
  name: Type.String(),
  bytes: Type.Integer({ description: 'As it was sent' }),
  made_bytes: Type.Integer({ description: 'Of all that was made of it for showing and playing' }),
  duration: Type.Number({ description: 'Seconds' }),
  width: NullableInteger,
  height: NullableInteger,
  status: oneOf(['NOT_UPLOADED', 'UPLOADED', 'DONE', 'FAIL']),
  progress: Type.Integer({ description: 'Of the conversion, in percent' }),
  failure: NullableString,
  preview: NullableString,
  created_at: Seconds,
  is_used: Type.Boolean(),
  replaces_id: Type.Unsafe<number | null>({
    ...nullable(Id),
    description: 'The file whose place it takes once it is ready',
  }),
})
export type LibraryFileWire = Static<typeof LibraryFile>

/** Where a course uses a file: in what learners read, in its draft, or only in what the course was once. */
const MediaUse = Type.Object({
  course_id: Id,
  course: Type.String(),
  place: oneOf(['published', 'draft', 'archived']),
  part: oneOf(['course', 'lesson', 'document']),
  title: Type.String({ description: 'Of the part; empty for the course itself' }),
  part_id: nullable(Type.String({ description: 'Of the part in its draft' })),
})
export type MediaUseWire = Static<typeof MediaUse>

/** What else of the school shows a file. */
const Showing = Type.Object({ kind: oneOf(['article', 'banner']), id: Id, title: Type.String() })
export type ShowingWire = Static<typeof Showing>

const WholeFile = Type.Object({
  ...LibraryFile.properties,
  url: NullableString,
  mp4: NullableString,
  m3u8: NullableString,
  subtitles: Type.Array(Type.Object({ language_code: Type.String(), name: Type.String(), url: Type.String() })),
  has_own_poster: Type.Boolean({ description: 'It is shown with the picture that was made of it' }),
  uses: Type.Array(MediaUse),
  showing: Type.Array(Showing),
})
export type WholeFileWire = Static<typeof WholeFile>

/** Files of the school for its courses: of the author's brand alone. */
export const library = contract({
  refusals: libraryRefusals,
  calls: {
    'GET /studio/library': {
      access: 'author',
      summary: 'The files of the school, the latest first',
      query: Type.Object({
        search: Type.Optional(Type.String({ maxLength: 200 })),
        kind: Type.Optional(oneOf(fileKinds)),
        state: Type.Optional(oneOf(fileStates)),
        use: Type.Optional(oneOf(['unused'])),
        page: Type.Optional(PageNumber),
        'per-page': Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 48 })),
      }),
      isPaged: true,
      answer: Type.Array(LibraryFile),
    },
    'GET /studio/library-storage': {
      access: 'author',
      summary: 'How much the files of the school weigh, in bytes: as they were sent, and what was made of them',
      answer: Type.Object({ files: Type.Integer(), originals: Type.Integer(), made: Type.Integer() }),
    },
    'GET /studio/library/:id': {
      access: 'author',
      summary: 'One file and where it is used',
      answer: WholeFile,
    },
    'PATCH /studio/library/:id': {
      access: 'author',
      summary: 'Gives a file another name',
      body: Type.Object({ name: Line(120) }),
      answer: Type.Object({ name: Type.String() }),
    },
    'DELETE /studio/library/:id': {
      access: 'author',
      summary: 'Deletes a file that is used nowhere and that no course has used',
      answer: Type.Object({}),
      refusals: ['file_used', 'file_arriving'],
    },
    'PUT /studio/library/:id/subtitles/:language': {
      access: 'author',
      summary: 'Gives a film subtitles in a language, WebVTT or SRT in base64, instead of those that it has',
      body: Type.Object({ data: Type.String({ minLength: 1, maxLength: 960_000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }) }),
      answer: Type.Object({ cues: Type.Integer() }),
      refusals: ['not_a_film', 'subtitles_broken'],
    },
    'DELETE /studio/library/:id/subtitles/:language': {
      access: 'author',
      summary: 'Takes the subtitles in a language from a film',
      answer: Type.Object({}),
    },
    'PUT /studio/library/:id/poster': {
      access: 'author',
      summary:
        'The picture that a film is shown with: what it shows at a moment, a picture of the library, or its own again',
      body: Type.Object({
        second: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })),
        picture_id: Type.Optional(Id),
      }),
      answer: Type.Object({ preview: NullableString }),
      refusals: ['not_a_film', 'no_such_moment', 'no_such_picture'],
    },
    'POST /studio/library/:id/replacement': {
      access: 'author',
      summary: 'Puts another file of the library in the place of this one everywhere, as soon as that one is ready',
      body: Type.Object({ file_id: Id }),
      answer: Type.Object({}),
      refusals: ['replacement_unfit', 'file_used'],
    },
    'POST /studio/library/:id/retry': {
      access: 'author',
      summary: 'Converts a film again that could not be converted; nothing happens where it waits or is ready',
      answer: Type.Object({}),
      refusals: ['file_not_kept'],
    },
  },
})
