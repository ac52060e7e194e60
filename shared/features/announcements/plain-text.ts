import type { MarkdownElement, MarkdownNode } from '#shared/features/courses/markdown/elements.ts'
import { readMarkdown } from '#shared/features/courses/markdown/markdown.ts'

const isElement = (node: MarkdownNode | undefined): node is MarkdownElement =>
  node !== undefined && typeof node !== 'string'

const ownLines: ReadonlySet<MarkdownElement['tag']> = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'pre',
  'blockquote',
  'thead',
  'tr',
])
const hasOwnLines = (node: MarkdownNode | undefined) => isElement(node) && ownLines.has(node.tag)

/** What lies in an element, in its order; paragraphs, items and rows on lines of their own. */
function inside(nodes: readonly MarkdownNode[], parent?: MarkdownElement['tag']): string {
  let text = ''
  for (const [index, node] of nodes.entries()) {
    const isApart = text !== '' && (hasOwnLines(node) || hasOwnLines(nodes[index - 1]))
    text += `${isApart ? '\n' : ''}${said(node, index, parent)}`
  }
  return text
}

function said(node: MarkdownNode, index: number, parent?: MarkdownElement['tag']): string {
  if (!isElement(node)) return node
  const { tag, attributes = {}, children } = node
  if (tag === 'br') return '\n'
  if (tag === 'img' || tag === 'file') return attributes.alt ?? ''
  if (tag === 'tr') return children.map(cell => inside([cell])).join(' · ')
  const words = inside(children, tag)
  if (tag === 'li') return `${parent === 'ol' ? `${index + 1}.` : '•'} ${words}`
  if (tag === 'a') return attributes.href && attributes.href !== words ? `${words} (${attributes.href})` : words
  return words
}

/** The paragraphs of a Markdown text as plain text, for where nothing is drawn: addresses stand behind their words. */
export function plainParagraphs(text: string): string[] {
  const nodes = readMarkdown(text, 2) ?? [text]
  return nodes.map(node => inside([node]).trim()).filter(Boolean)
}
