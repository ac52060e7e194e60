import type { Token, Tokens } from 'marked'
import { linkAddress, pictureAddress } from './addresses.ts'
import { element, type MarkdownNode } from './elements.ts'
import { decodeEntities } from './entities.ts'

const deepest = 40

/** The inline content of a block. */
export function inlineNodes(tokens: readonly Token[], depth: number): MarkdownNode[] {
  if (depth > deepest) return [tokens.map(token => token.raw).join('')]
  return tokens.flatMap(token => nodesOf(token, depth))
}

function nodesOf(token: Token, depth: number): MarkdownNode | MarkdownNode[] {
  const inner = () => inlineNodes(('tokens' in token && token.tokens) || [], depth + 1)
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return element(token.type, inner())
    case 'codespan':
      return element('code', [String(token.text)])
    case 'br':
      return element('br')
    case 'link':
      return link(token, inner())
    case 'image':
      return picture(token)
    case 'html':
      return html(token.raw)
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'escape':
      return String(token.text)
    case 'text':
      return token.tokens ? inner() : decodeEntities(String(token.text))
    default:
      return token.raw
  }
}

/** Tags are shown as text; comments are dropped and `<br>` breaks the line. */
const html = (raw: string): MarkdownNode =>
  /^\s*<br\s*\/?>\s*$/i.test(raw) ? element('br') : raw.replace(/<!--[\s\S]*?-->/g, '')

function link(token: Tokens.Link | Tokens.Generic, inner: MarkdownNode[]): MarkdownNode | MarkdownNode[] {
  const href = linkAddress(decodeEntities(String(token.href)))
  if (!href) return inner
  const title = typeof token.title === 'string' ? decodeEntities(token.title) : undefined
  return element('a', inner, { href, ...(title !== undefined && { title }) })
}

function picture(token: Tokens.Image | Tokens.Generic): MarkdownNode {
  const src = pictureAddress(decodeEntities(String(token.href)))
  const alt = decodeEntities(String(token.text))
  return src ? element('img', [], { src, alt }) : alt
}
