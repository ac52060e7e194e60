import { ArchiveError } from '../archive-error.ts'
import { nameInCartridge, type Resource, readItem } from './items.ts'
import type { ReportLine } from '#shared/features/courses/report-texts.ts'
import { openReader, reportUnused } from '../open-reader.ts'
import { grouped, type Outline, type OutlineDay } from '../outline.ts'
import type { Unpacked } from '../unpack.ts'
import type { ArchiveReader } from '../written-page.ts'
import { allIn, childrenOf, find, readXml, textOf, type Xml } from '../xml.ts'

export const manifestName = 'imsmanifest.xml'
const mostItems = 20_000

/**
 * Reads a Common Cartridge, 1.1 to 1.3, that was unpacked into `folder`. A module becomes a stage, a folder in it a day, and items that
 * stand in no folder a day of their own.
 */
export async function readCartridge(
  files: Unpacked,
  folder: string,
  name: string,
): Promise<{ outline: Outline; report: ReportLine[] }> {
  const manifest = await readXml(files.get(manifestName) ?? '', manifestName)
  const title = textOf(find(manifest, 'metadata', 'title', 'string')).trim() || name
  const nameOf = (address: string, from: string) => nameInCartridge(files, address, from)
  const reader = await openReader(files, folder, { nameOf, partAt: () => undefined })
  reader.used.add(manifestName)
  const organization = find(manifest, 'organization')
  const top = organization ? childrenOf(organization, 'item') : []
  const modules = top.length === 1 && top[0] && isFolder(top[0]) ? childrenOf(top[0], 'item') : top
  const walk = { reader, resources: resourcesIn(manifest) }
  if (allIn(manifest, 'item').length > mostItems) throw new ArchiveError('too_many', manifestName)
  const stages: Outline['stages'] = []
  for (const { title: own, items } of grouped(modules, title, folderOf)) {
    const days: OutlineDay[] = []
    const documents = reader.documents.size
    for (const group of grouped(items, own, folderOf)) {
      const day: OutlineDay = { title: group.title, lessons: [], homeworks: [] }
      await readInto(walk, group.items, day, '')
      if (day.lessons.length || day.homeworks.length) days.push(day)
    }
    if (days.length) stages.push({ title: own, days })
    else if (items.length && reader.documents.size === documents)
      reader.report.push({ title: own, kind: 'stage', outcome: 'skipped', why: [{ code: 'nothing_in_it' }] })
  }
  if (stages.length === 0) throw new ArchiveError('empty', name)
  reportUnused(reader)
  return { outline: { title, stages, documents: [...reader.documents.values()] }, report: reader.report }
}

function resourcesIn(manifest: Xml): Map<string, Resource> {
  return new Map(
    allIn(manifest, 'resource').map(resource => {
      const { identifier = '', type = '', href } = resource.attributes
      const first = childrenOf(resource, 'file')[0]?.attributes['href'] ?? ''
      return [identifier, { type, href: (href ?? first).normalize('NFC') }]
    }),
  )
}

const titleOf = (item: Xml) => textOf(childrenOf(item, 'title')[0]).trim()
const isFolder = (item: Xml) => childrenOf(item, 'item').length > 0

/** What a folder holds; undefined of an item. */
const folderOf = (item: Xml) => (isFolder(item) ? { title: titleOf(item), items: childrenOf(item, 'item') } : undefined)

type Walk = { reader: ArchiveReader; resources: ReadonlyMap<string, Resource> }

/** Folders inside a day have no place of their own: their titles go before those of what they hold. */
async function readInto(walk: Walk, items: readonly Xml[], day: OutlineDay, before: string): Promise<void> {
  for (const item of items) {
    const title = `${before}${titleOf(item)}`
    if (isFolder(item)) {
      await readInto(walk, childrenOf(item, 'item'), day, `${title} · `)
      continue
    }
    const resource = walk.resources.get(item.attributes['identifierref'] ?? '')
    if (resource) await readItem(walk.reader, { title, resource, day })
    else walk.reader.report.push({ title, kind: 'heading', outcome: 'skipped', why: [{ code: 'nothing_behind' }] })
  }
}
