import type { MarkdownNode } from './elements.ts'
import { readMarkdown } from './markdown.ts'

/** The numbers of the files of the library that a text shows, each once. */
export const filesIn = (text: string): number[] => [...new Set((readMarkdown(text, 2) ?? []).flatMap(filesOf))]

function filesOf(node: MarkdownNode): number[] {
  if (typeof node === 'string') return []
  const { id } = node.attributes ?? {}
  return node.tag === 'file' && id !== undefined ? [id] : node.children.flatMap(filesOf)
}
