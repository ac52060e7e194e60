import { Lexer, type Token, type Tokens } from 'marked'
import { fileNumber } from './addresses.ts'
import { element, type MarkdownElement, type Heading, type MarkdownNode } from './elements.ts'
import { decodeEntities } from './entities.ts'
import { inlineNodes } from './inline.ts'

/** Where the headings of a text may begin: below those of a lesson or of a page. */
export type HeadingLevel = 2 | 4

/**
 * `depth`: how many blocks enclose the tokens; `topHeading`: the highest heading level of the whole text, shown as `heading` on the
 * page.
 */
type Place = { depth: number; topHeading: number; heading: HeadingLevel }

/** Beyond this depth a text is shown unrendered, so that a hostile one cannot exhaust the stack. */
const deepest = 24

const headings: readonly Heading[] = ['h2', 'h3', 'h4', 'h5', 'h6']

/**
 * Markdown as elements; undefined when it cannot be read, as on absurdly deep nesting. None of it stays HTML: tags become text, links
 * are http(s) only, and pictures come from http(s) or this server's media.
 */
export function readMarkdown(text: string, heading: HeadingLevel): MarkdownNode[] | undefined {
  const tokens = lexed(text)
  return tokens && blockNodes(tokens, { depth: 0, topHeading: topHeading(tokens), heading })
}

function lexed(text: string): Token[] | undefined {
  try {
    return new Lexer({ gfm: true }).lex(text)
  } catch {
    return undefined
  }
}

function topHeading(tokens: readonly Token[]): number {
  const depths = tokens.flatMap(token => (token.type === 'heading' ? [Number(token.depth)] : []))
  return Math.min(6, ...depths)
}

function blockNodes(tokens: readonly Token[], place: Place): MarkdownNode[] {
  if (place.depth > deepest) return [tokens.map(token => token.raw).join('')]
  return tokens.flatMap(token => blockNode(token, place))
}

function blockNode(token: Token, place: Place): MarkdownNode | MarkdownNode[] {
  const inner = ('tokens' in token && token.tokens) || []
  const inline = () => inlineNodes(inner, place.depth + 1)
  switch (token.type) {
    case 'heading': {
      const level = place.heading - 2 + Math.max(0, Number(token.depth) - place.topHeading)
      return element(headings[level] ?? 'h6', inline())
    }
    case 'paragraph':
      return paragraph(inner, place.depth + 1)
    case 'list':
      return list(token as Tokens.List, place)
    case 'blockquote':
      return element('blockquote', blockNodes(inner, { ...place, depth: place.depth + 1 }))
    case 'code':
      return element('pre', [element('code', [String(token.text)])])
    case 'table':
      return table(token as Tokens.Table, place.depth + 1)
    case 'hr':
      return element('hr')
    case 'space':
    case 'def':
      return []
    default:
      return inlineNodes([token], place.depth + 1)
  }
}

const isPicture = (token: Token): token is Tokens.Image => token.type === 'image'

/** Words, and between them the files of the library, which stand alone wherever in a paragraph they are named. */
function paragraph(tokens: readonly Token[], depth: number): MarkdownElement[] {
  const blocks: (MarkdownElement | Token[])[] = []
  for (const token of tokens) {
    const id = isPicture(token) ? fileNumber(token.href) : undefined
    const last = blocks.at(-1)
    if (isPicture(token) && id !== undefined) blocks.push(element('file', [], { id, alt: decodeEntities(token.text) }))
    else if (Array.isArray(last)) last.push(token)
    else blocks.push([token])
  }
  return blocks.flatMap(block => {
    if (!Array.isArray(block)) return [block]
    const isSaid = blocks.length === 1 || block.some(({ raw }) => raw.trim() !== '')
    return isSaid ? [element('p', inlineNodes(block, depth))] : []
  })
}

function list({ ordered, start, items }: Tokens.List, place: Place): MarkdownElement {
  const rows = items.map(item => element('li', blockNodes(item.tokens, { ...place, depth: place.depth + 1 })))
  const isFromOne = !ordered || typeof start !== 'number' || start === 1
  return element(ordered ? 'ol' : 'ul', rows, isFromOne ? undefined : { start })
}

function table({ header, rows }: Tokens.Table, depth: number): MarkdownElement {
  const cell = (tag: 'th' | 'td') => (one: Tokens.TableCell) =>
    element(tag, inlineNodes(one.tokens, depth), one.align ? { align: one.align } : undefined)
  const body = rows.map(row => element('tr', row.map(cell('td'))))
  return element('table', [element('thead', [element('tr', header.map(cell('th')))]), element('tbody', body)])
}
