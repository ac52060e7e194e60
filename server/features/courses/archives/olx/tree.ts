import { ArchiveError } from '../archive-error.ts'
import { type ArchiveReader, countText } from '../written-page.ts'
import { childrenOf, parseXml, readText, textOf, type Xml } from '../xml.ts'

/** One block of an Open edX course, with those inside it. */
export type Block = {
  kind: string
  id: string
  title: string
  xml: Xml
  /** The file that says it. */
  file: string
  children: Block[]
  /** Why it cannot be read. */
  problem?: string
}

const mostBlocks = 20_000
const deepest = 20
const folders = new Set(['course', 'chapter', 'sequential', 'vertical', 'wrapper', 'problemset', 'videosequence'])

type Walk = { reader: ArchiveReader; root: string; count: number }

/**
 * The blocks of the course whose `course.xml` lies in the folder `root` of the archive. A block may stand where it belongs or only be
 * named there, and lie in a file of its own.
 */
export async function readOlxTree(reader: ArchiveReader, root: string): Promise<Block> {
  const file = `${root}course.xml`
  reader.used.add(file)
  const walk = { reader, root, count: 0 }
  return blockOf(walk, await readCounted(reader, file), file, 0)
}

async function readCounted(reader: ArchiveReader, name: string): Promise<Xml> {
  return parseXml(countText(reader, await readText(reader.files.get(name) ?? '', name), name), name)
}

async function blockOf(walk: Walk, named: Xml, at: string, depth: number): Promise<Block> {
  if (++walk.count > mostBlocks) throw new ArchiveError('too_many', at)
  if (depth > deepest) throw new ArchiveError('too_deep', at)
  const { name: kind, attributes } = named
  const id = attributes['url_name'] ?? attributes['slug'] ?? ''
  const own = `${walk.root}${kind}/${id.replaceAll(':', '/')}.xml`
  const isElsewhere = id !== '' && childrenOf(named).length === 0 && textOf(named).trim() === '' && own !== at
  if (!isElsewhere || !walk.reader.files.has(own)) return wholeBlock(walk, { named, kind, id, file: at, depth })
  walk.reader.used.add(own)
  try {
    return await wholeBlock(walk, { named: await readCounted(walk.reader, own), kind, id, file: own, depth })
  } catch (error) {
    if (!(error instanceof ArchiveError && error.code === 'bad_xml')) throw error
    return { kind, id, title: id, xml: named, file: own, children: [], problem: error.message }
  }
}

type Own = { named: Xml; kind: string; id: string; file: string; depth: number }

async function wholeBlock(walk: Walk, { named: xml, kind, id, file, depth }: Own): Promise<Block> {
  const children: Block[] = []
  if (folders.has(kind)) for (const child of childrenOf(xml)) children.push(await blockOf(walk, child, file, depth + 1))
  return { kind, id, title: xml.attributes['display_name']?.trim() || id || kind, xml, file, children }
}
