import { ArchiveError } from '../archive-error.ts'
import { readBlock } from './blocks.ts'
import { type Block, readOlxTree } from './tree.ts'
import { beginUnit } from './unit.ts'
import type { ReportLine } from '#shared/features/courses/report-texts.ts'
import { openReader, reportUnused } from '../open-reader.ts'
import { grouped, type Outline, type OutlineDay } from '../outline.ts'
import type { Unpacked } from '../unpack.ts'
import { type ArchiveReader, decoded } from '../written-page.ts'

const courseFile = /^(?:[^/]+\/){0,2}course\.xml$/

/** The folder of an Open edX course among the files of an archive, '' or with a slash at its end; undefined where there is none. */
export function olxRoot(files: Unpacked): string | undefined {
  const found = [...files.keys()].filter(name => courseFile.test(name)).sort((one, other) => one.length - other.length)
  return found[0]?.slice(0, -'course.xml'.length)
}

/**
 * Reads an Open edX course (OLX) that was unpacked into `folder`. A section becomes a stage, a subsection a day, and a unit a lesson with
 * its pages and film, and a homework with its problems.
 */
export async function readOlx(
  files: Unpacked,
  folder: string,
  name: string,
): Promise<{ outline: Outline; report: ReportLine[] }> {
  const root = olxRoot(files) ?? ''
  const titles = new Map<string, string>()
  const reader = await openReader(files, folder, {
    nameOf: address => nameInOlx(files, root, address),
    partAt: address => titles.get(/\/jump_to(?:_id)?\/([^/?#]+)/.exec(decoded(address))?.[1]?.split('@').at(-1) ?? ''),
  })
  const course = await readOlxTree(reader, root)
  noteTitles(course, titles)
  const stages: Outline['stages'] = []
  for (const { title, items } of grouped(course.children, course.title, foldersOf('chapter'))) {
    const days: OutlineDay[] = []
    for (const group of grouped(items, title, foldersOf('sequential'))) {
      const day: OutlineDay = { title: group.title, lessons: [], homeworks: [] }
      for (const unit of grouped(group.items, group.title, foldersOf('vertical')))
        await readUnit(reader, root, unit, day)
      if (day.lessons.length || day.homeworks.length) days.push(day)
    }
    if (days.length) stages.push({ title, days })
    else if (items.flatMap(leavesOf).every(({ kind }) => emptyFolders.has(kind)))
      reader.report.push({ title, kind: 'stage', outcome: 'skipped', why: [{ code: 'nothing_in_it' }] })
  }
  if (stages.length === 0) throw new ArchiveError('empty', name)
  reportUnused(reader)
  const documents = [...reader.documents.values()]
  return { outline: { title: course.title, stages, documents }, report: reader.report }
}

const emptyFolders = new Set(['sequential', 'vertical'])

const foldersOf = (kind: string) => (block: Block) =>
  block.kind === kind && !block.problem ? { title: block.title, items: block.children } : undefined

async function readUnit(
  reader: ArchiveReader,
  root: string,
  { title, items }: { title: string; items: Block[] },
  day: OutlineDay,
) {
  const unit = beginUnit({ reader, root, title, day })
  for (const block of items.flatMap(leavesOf)) await readBlock(unit, block)
}

/** Folders inside a unit have no place of their own. */
const leavesOf = (block: Block): Block[] => (block.children.length ? block.children.flatMap(leavesOf) : [block])

function noteTitles({ id, title, children }: Block, titles: Map<string, string>) {
  if (id !== '') titles.set(id, title)
  for (const child of children) noteTitles(child, titles)
}

/** The file that an address in a page stands for: of `static`, by its path or by the key of its asset. */
function nameInOlx(files: Unpacked, root: string, address: string): string | undefined {
  const [path = ''] = decoded(address).split(/[?#]/)
  const asset = /(?:asset@|type@asset\+block@|\/asset\/)(?:block@)?(.+)$/.exec(path)?.[1]
  const plain = asset ?? path.replace(/^(?:\.?\/)?static\//, '')
  const tried = [plain, plain.replaceAll('@', '/'), plain.replaceAll(' ', '_')]
  return tried.map(each => `${root}static/${each}`).find(each => files.has(each))
}
