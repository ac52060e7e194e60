import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ArchiveError } from './archive-error.ts'
import { manifestName, readCartridge } from './cartridge.ts'
import type { Outline, ReportLine } from './outline.ts'
import { unpack } from './unpack.ts'

/** Whether a file is an archive of another format, by its name. */
export const isArchive = (file: string) => /\.(imscc|zip|tar\.gz|tgz)$/i.test(file)

/** A course of another format, with the files that it names in `folder` and a line for each item that it had. */
export type Opened = { outline: Outline; report: ReportLine[]; folder: string }

/** Reads a course of another format and hands it to `work`. Whatever happens, what was unpacked is gone afterwards. */
export async function withArchive<Result>(archive: string, work: (opened: Opened) => Promise<Result>): Promise<Result> {
  const made = await mkdtemp(join(tmpdir(), 'kurso-archive-'))
  try {
    const name = basename(archive)
    const folder = join(made, 'files')
    const files = await unpack(archive, folder)
    if (!files.has(manifestName)) throw new ArchiveError('not_a_course', name)
    return await work({ ...(await readCartridge(files, folder, name)), folder })
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}
