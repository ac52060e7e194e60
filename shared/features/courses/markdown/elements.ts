type Attributes = {
  /** Absolute, of http or https. */
  href?: string
  /** As a link's, or of this server's media. */
  src?: string
  alt?: string
  /** Of a file of the library. */
  id?: number
  title?: string
  start?: number
  align?: 'left' | 'right' | 'center'
}
export type Heading = 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
export type Tag =
  | Heading
  | 'file'
  | ('p' | 'ul' | 'ol' | 'li' | 'blockquote' | 'pre' | 'hr' | 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td')
  | ('a' | 'br' | 'code' | 'del' | 'em' | 'img' | 'strong')

/** What Markdown becomes: elements of these kinds alone, and texts, none of which is markup. */
export type MarkdownElement = { tag: Tag; attributes?: Attributes; children: readonly MarkdownNode[] }
export type MarkdownNode = string | MarkdownElement

/** Makes an element. */
export const element = (tag: Tag, children: readonly MarkdownNode[] = [], attributes?: Attributes): MarkdownElement =>
  attributes ? { tag, attributes, children } : { tag, children }
