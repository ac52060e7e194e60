import Type, { type Static } from 'typebox'
import { Id, nullable, NullableString, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { outcomes } from './report-texts.ts'

const importStates = ['waiting', 'reading', 'done', 'failed'] as const

const importFields = {
  id: Id,
  name: Type.String({ description: 'Of the file' }),
  state: oneOf(importStates),
  stored_files: Type.Integer(),
  all_files: Type.Integer(),
  course_id: nullable(Id),
  title: Type.String(),
  imported: Type.Integer(),
  changed: Type.Integer(),
  skipped: Type.Integer(),
  failure: NullableString,
  can_retry: Type.Boolean(),
  created_at: Seconds,
  created_by: NullableString,
}

const CourseImport = Type.Object(importFields)
export type CourseImportWire = Static<typeof CourseImport>

const ImportLine = Type.Object({
  title: Type.String(),
  kind: Type.String(),
  outcome: oneOf(outcomes),
  why: Type.String(),
})

/** How imports and exports are refused. */
export const importRefusals = {
  course_unpublished: {
    status: 409,
    text: {
      en: 'Only what is published can be exported. Publish the course first.',
      ru: 'Экспортировать можно только то, что опубликовано. Сначала опубликуйте курс.',
      es: 'Solo se puede exportar lo publicado. Publica antes el curso.',
    },
  },
  import_file_missing: {
    status: 422,
    text: {
      en: 'This file is no longer here. Please choose it again.',
      ru: 'Этого файла здесь больше нет. Выберите его ещё раз.',
      es: 'Este archivo ya no está aquí. Vuelve a elegirlo.',
    },
  },
} as const

/** Courses that authors bring in and take out as files. */
export const importCalls = {
  'POST /studio/courses/:id/export': {
    access: 'author',
    summary: 'An address at which what is published can be fetched for ten minutes, in the open format with its files',
    answer: Type.Object({ url: Type.String() }),
    refusals: ['course_unpublished'],
  },
  'GET /studio/course-imports': {
    access: 'author',
    summary: 'What was brought in last, the latest first; 50 at most',
    answer: Type.Array(CourseImport),
  },
  'POST /studio/course-imports': {
    access: 'author',
    summary: 'Reads an upload of the author’s own with the purpose `course`, in the background; once for each file',
    body: Type.Object({ file_id: Id, language: oneOf(['en', 'ru', 'es']) }),
    answer: Type.Object({ id: Id }),
    refusals: ['import_file_missing'],
  },
  'GET /studio/course-imports/:id': {
    access: 'author',
    summary: 'One of them, with a line for each item',
    answer: Type.Object({ ...importFields, report: Type.Array(ImportLine) }),
  },
  'POST /studio/course-imports/:id/retry': {
    access: 'author',
    summary: 'Reads a file again that failed; nothing happens where it waits, is read or is there',
    answer: Type.Object({}),
    refusals: ['import_file_missing'],
  },
} as const
