import type { MarkdownElement, MarkdownNode } from '#shared/features/courses/markdown/elements.ts'
import { readMarkdown } from '#shared/features/courses/markdown/markdown.ts'

const isElement = (node: MarkdownNode): node is MarkdownElement => typeof node !== 'string'
const inside = (nodes: readonly MarkdownNode[], parent?: MarkdownElement['tag']) =>
  nodes.map((node, index) => said(node, index, parent)).join('')

/** One line or more of an element; what lies in it stands in its order. */
function said(node: MarkdownNode, index: number, parent?: MarkdownElement['tag']): string {
  if (!isElement(node)) return node
  const { tag, attributes = {}, children } = node
  const words = inside(children, tag)
  if (tag === 'br') return '\n'
  if (tag === 'img' || tag === 'file') return attributes.alt ?? ''
  if (tag === 'li') return `${parent === 'ol' ? `${(index ?? 0) + 1}.` : '•'} ${words.trim()}\n`
  if (tag === 'tr') return `${children.map(cell => inside([cell]).trim()).join(' · ')}\n`
  if (tag === 'a') return attributes.href && attributes.href !== words ? `${words} (${attributes.href})` : words
  return ['p', 'ul', 'ol', 'pre', 'blockquote'].includes(tag) && parent !== undefined ? `${words}\n` : words
}

/** The paragraphs of a Markdown text as plain text, for where nothing is drawn: addresses stand behind their words. */
export function plainParagraphs(text: string): string[] {
  const nodes = readMarkdown(text, 2) ?? [text]
  return nodes.map((node, index) => said(node, index).trim()).filter(Boolean)
}
