import { relative } from 'node:path'
import { fileUses } from './file-uses.ts'
import type { Unpacked } from './unpack.ts'
import type { ArchiveReader } from './written-page.ts'

/** Begins to read an archive whose files were unpacked into `folder`. */
export async function openReader(
  files: Unpacked,
  folder: string,
  names: Pick<ArchiveReader, 'nameOf' | 'partAt'>,
): Promise<ArchiveReader> {
  return {
    ...names,
    files,
    kinds: await fileUses(files),
    placeOf: file => relative(folder, files.get(file) ?? '').replaceAll('\\', '/'),
    used: new Set(),
    documents: new Map(),
    report: [],
    characters: 0,
  }
}

/** A line for each file that no item has taken. */
export function reportUnused({ files, used, report }: ArchiveReader): void {
  for (const file of files.keys())
    if (!used.has(file)) report.push({ title: file, kind: 'file', outcome: 'skipped', why: [{ code: 'unused' }] })
}
