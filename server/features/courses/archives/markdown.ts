import { DomUtils, ElementType, parseDocument } from 'htmlparser2'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<Node, { attribs: unknown }>
type Text = Extract<Node, { data: string }>

const isText = (node: Node): node is Text => node.type === ElementType.Text
const isElement = (node: Node): node is Element => 'attribs' in node

/** What an address in a page stands for: an address that stays, or undefined where only its words can. */
export type Resolve = (address: string, kind: 'link' | 'picture' | 'film') => string | undefined

/** A page in Markdown, and which of its elements could not be kept. */
export type Page = { text: string; lost: ReadonlySet<string> }

const active = new Set(['script', 'object', 'embed', 'applet', 'form', 'input', 'button', 'canvas', 'svg', 'math'])
const silent = new Set(['style', 'head', 'title', 'meta', 'link', 'template', 'noscript', ...active])
const blocks = new Set(
  'p div section article main header footer aside figure figcaption ul ol li blockquote pre hr table tr h1 h2 h3 h4 h5 h6 dl dt dd'.split(
    ' ',
  ),
)
const marks: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', del: '~~', s: '~~' }
const deepest = 100

/**
 * A page's HTML as Markdown. Only elements that Markdown has are written, and all text is escaped, so no script, handler, style or
 * address other than those that `resolve` gives comes through.
 */
export function markdownOf(html: string, resolve: Resolve): Page {
  const lost = new Set<string>()
  const text = blockText(parseDocument(html.replaceAll('\0', '')).children, { resolve, lost, depth: 0 })
  return { text: text.replace(/\n{3,}/g, '\n\n').trim(), lost }
}

/** `isInline`: inside words that must stay on one line. */
type Writing = { resolve: Resolve; lost: Set<string>; depth: number; isInline?: boolean }

function blockText(nodes: readonly Node[], writing: Writing): string {
  const pieces: string[] = []
  for (const node of nodes) {
    const piece = writtenNode(node, writing)
    // Space that begins a line has a meaning in Markdown, and none in a page.
    pieces.push(pieces.at(-1)?.endsWith('\n') ? piece.replace(/^ +/, '') : piece)
    if (pieces.at(-1) === '') pieces.pop()
  }
  return pieces.join('')
}

/** Text as it stands, with its line breaks. */
const plainText = (nodes: readonly Node[], depth: number): string =>
  depth > deepest
    ? ''
    : nodes
        .map(node => (isText(node) ? node.data : isElement(node) ? plainText(node.children, depth + 1) : ''))
        .join('')

/** Text as it is read, with every sign that has a meaning in Markdown escaped. */
export const escaped = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>~|&!]/g, '\\$&')
    .replace(/^(\s*\d*)(#{1,6}|[-+=]+|[.)])(?=\s|$)/, (_, before: string, sign: string) => `${before}\\${sign}`)

function writtenNode(node: Node, outer: Writing): string {
  if (isText(node)) return escaped(node.data)
  if (!isElement(node) || outer.depth > deepest) return ''
  const { name } = node
  const writing = { ...outer, depth: outer.depth + 1 }
  if (silent.has(name)) {
    if (active.has(name)) outer.lost.add(name)
    return ''
  }
  if (Object.keys(node.attribs).some(attribute => attribute.startsWith('on'))) outer.lost.add('script')
  const inner = () => blockText(node.children, writing)
  const inline = () => blockText(node.children, { ...writing, isInline: true })
  const mark = marks[name]
  if (mark !== undefined) return marked(inline(), mark)
  if (name === 'br') return '\\\n'
  if (name === 'hr') return '\n\n---\n\n'
  if (name === 'code' || (name === 'pre' && writing.isInline))
    return `\`${plainText(node.children, writing.depth).replaceAll('`', "'").replace(/\s+/g, ' ').trim()}\``
  if (name === 'pre')
    return `\n\n\`\`\`\n${plainText(node.children, writing.depth).replaceAll('```', "'''")}\n\`\`\`\n\n`
  if (name === 'a') return linked(inline(), node.attribs['href'] ?? '', writing)
  if (name === 'img') return pictured(node.attribs, writing)
  if (name === 'video' || name === 'audio' || name === 'iframe') return embedded(node, writing)
  if (name === 'ul' || name === 'ol') return `\n\n${listed(node.children, name === 'ol', writing)}\n\n`
  if (name === 'blockquote') return `\n\n${indented(inner().trim(), '> ')}\n\n`
  if (name === 'td' || name === 'th') return `${inner().trim()} `
  const level = /^h([1-6])$/.exec(name)?.[1]
  if (level) return `\n\n${'#'.repeat(Number(level))} ${inline().trim().replaceAll('\n', ' ')}\n\n`
  return blocks.has(name) ? `\n\n${inner().trim()}\n\n` : inner()
}

/** A mark holds only beside a letter, so the space around it stays outside. */
function marked(text: string, mark: string): string {
  const words = text.trim()
  return words === '' ? text : text.replace(words, () => `${mark}${words}${mark}`)
}

const address = (text: string) =>
  text.replace(/[\s()<>\\]/g, sign => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

function linked(words: string, href: string, { resolve, lost }: Writing): string {
  const to = href === '' || href.startsWith('#') ? undefined : resolve(href, 'link')
  if (to === undefined) {
    if (href !== '' && !href.startsWith('#')) lost.add('a')
    return words
  }
  return `[${words.trim() || escaped(to)}](${address(to)})`
}

function pictured({ src = '', alt = '' }: Record<string, string>, { resolve }: Writing): string {
  const to = resolve(src, 'picture')
  return to === undefined ? '' : `![${escaped(alt)}](${address(to)})`
}

/** A film of the archive is taken out of the text; another page in a frame becomes a link to it. */
function embedded(node: Element, { resolve, lost }: Writing): string {
  const source = DomUtils.getElementsByTagName('source', node.children, true)[0]
  const src = node.attribs['src'] ?? source?.attribs['src'] ?? ''
  const to = resolve(src, node.name === 'iframe' ? 'link' : 'film')
  if (node.name === 'iframe') lost.add('iframe')
  return to === undefined ? '' : ` [${escaped(node.attribs['title'] ?? to)}](${address(to)}) `
}

const indented = (text: string, by: string) => text.replace(/^/gm, by)

function listed(nodes: readonly Node[], isNumbered: boolean, writing: Writing): string {
  const items = nodes.filter(isElement).filter(({ name }) => name === 'li')
  return items
    .map((item, index) => {
      const sign = isNumbered ? `${index + 1}. ` : '- '
      const text = blockText(item.children, writing)
        .replace(/\n{2,}/g, '\n')
        .trim()
      return sign + indented(text, ' '.repeat(sign.length)).trimStart()
    })
    .join('\n')
}
