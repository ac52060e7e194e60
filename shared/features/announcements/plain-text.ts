import { linkAddress } from '#shared/features/courses/markdown/addresses.ts'
import type { MarkdownElement, MarkdownNode } from '#shared/features/courses/markdown/elements.ts'
import { readMarkdown } from '#shared/features/courses/markdown/markdown.ts'

const inline = ['a', 'br', 'code', 'del', 'em', 'img', 'strong']
/** Whether what a node says stands on lines of its own. */
const isBlock = (node: MarkdownNode) => typeof node !== 'string' && !inline.includes(node.tag)

/** What lies in an element, in its order; paragraphs, headings, items and rows on lines of their own. */
function inside(nodes: readonly MarkdownNode[], parent?: MarkdownElement): string {
  let text = ''
  let isApart = false
  for (const [index, node] of nodes.entries()) {
    const words = said(node, index, parent)
    isApart ||= isBlock(node)
    if (words === '') continue
    text += `${isApart && text !== '' ? '\n' : ''}${words}`
    isApart = isBlock(node)
  }
  return text
}

function said(node: MarkdownNode, index: number, parent?: MarkdownElement): string {
  if (typeof node === 'string') return node
  const { tag, attributes = {}, children } = node
  if (tag === 'br') return '\n'
  if (tag === 'img' || tag === 'file') return attributes.alt ?? ''
  if (tag === 'tr') return children.map(cell => inside([cell])).join(' · ')
  const words = inside(children, node)
  if (tag === 'a') return withAddress(words, attributes.href ?? '')
  if (tag !== 'li') return words
  return `${parent?.tag === 'ol' ? `${(parent.attributes?.start ?? 1) + index}.` : '•'} ${words}`
}

/** The words of a link with where it leads, which is said once. */
function withAddress(words: string, href: string): string {
  if (words.trim() === '') return href
  const isAddress = [words, `http://${words}`].some(one => linkAddress(one) === href)
  return isAddress ? words : `${words} (${href})`
}

/** The paragraphs of a Markdown text as plain text, for where nothing is drawn: addresses stand behind their words. */
export function plainParagraphs(text: string): string[] {
  const nodes = readMarkdown(text, 2) ?? [text]
  return nodes.map(node => inside([node]).trim()).filter(Boolean)
}
