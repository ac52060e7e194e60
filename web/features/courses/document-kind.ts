import type { CourseDocument } from '#shared/features/courses/forms.ts'

/** The kind of file that a document is, from its extension or media type: 'PDF'; undefined for a web page. */
export function documentKind({ file, url }: Pick<CourseDocument, 'file' | 'url'>): string | undefined {
  const name = file?.fileName ?? (url ? new URL(url, 'https://school.example').pathname : '')
  const ending = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]
  if (ending && !/^(html?|php|aspx?)$/i.test(ending)) return ending.toUpperCase()
  return file ? file.type.split('/').at(-1)?.toUpperCase() : undefined
}
