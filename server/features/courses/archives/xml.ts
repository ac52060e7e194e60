import { readFile, stat } from 'node:fs/promises'
import { SaxesParser } from 'saxes'
import { ArchiveError } from './archive-error.ts'

/** An element by its local name and attributes, whatever prefix they were written with. */
export type Xml = { name: string; attributes: Record<string, string>; children: (Xml | string)[] }

const mostBytes = 20_000_000
const deepest = 100
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Reads an XML file called `name` in its archive. Refused: document types, so no entity names another file, and great depth. */
export async function readXml(path: string, name: string): Promise<Xml> {
  return parseXml(await readText(path, name), name)
}

/** The text of a file called `name` in its archive; refused beyond 20 MB. */
export async function readText(path: string, name: string): Promise<string> {
  if ((await stat(path)).size > mostBytes) throw new ArchiveError('too_large', name)
  return readFile(path, 'utf8')
}

/** As `readXml`, of the text of a file called `name`. */
export function parseXml(text: string, name: string): Xml {
  const top: Xml = { name: '', attributes: {}, children: [] }
  const opened: Xml[] = [top]
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw new ArchiveError('dtd', name)
  })
  parser.on('error', error => {
    throw new ArchiveError('bad_xml', name, { cause: error })
  })
  parser.on('opentag', tag => {
    const attributes = Object.entries(tag.attributes).map(([key, value]) => [localName(key), value])
    const element: Xml = { name: localName(tag.name), attributes: Object.fromEntries(attributes), children: [] }
    opened.at(-1)?.children.push(element)
    if (opened.push(element) > deepest) throw new ArchiveError('too_deep', name)
  })
  parser.on('closetag', () => void opened.pop())
  for (const event of ['text', 'cdata'] as const) parser.on(event, words => void opened.at(-1)?.children.push(words))
  parser.write(text.replace(/^\ufeff/, '')).close()
  return childrenOf(top)[0] ?? top
}

/** The elements right inside one, all or those of a name. */
export const childrenOf = ({ children }: Xml, name?: string): Xml[] =>
  children.filter(child => typeof child !== 'string').filter(child => name === undefined || child.name === name)

/** The elements anywhere inside one, in their order. */
export const allIn = (element: Xml, name: string): Xml[] =>
  childrenOf(element).flatMap(child => [...(child.name === name ? [child] : []), ...allIn(child, name)])

/** All the text inside an element. */
export const textOf = (element: Xml | undefined): string =>
  (element?.children ?? []).map(child => (typeof child === 'string' ? child : textOf(child))).join('')

/** The first element anywhere inside one along a path of names. */
export function find(element: Xml | undefined, ...path: string[]): Xml | undefined {
  return path.reduce<Xml | undefined>((at, name) => (at ? allIn(at, name)[0] : undefined), element)
}

/** What stands inside an element as text, with its elements as HTML. */
export function innerHtml({ children }: Xml): string {
  return children
    .map(child => {
      if (typeof child === 'string') return escaped(child)
      const attributes = Object.entries(child.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
      return `<${child.name}${attributes.join('')}>${innerHtml(child)}</${child.name}>`
    })
    .join('')
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
