import { documentOfFile } from '#server/features/media/upload/file-kind.ts'
import { extensionFromBytes } from '#server/platform/storage/content-types.ts'
import type { Unpacked } from './unpack.ts'

/** What a course can use a file as. */
export type FileUse = 'picture' | 'film' | 'document'

const pictures = ['.webp', '.avif', '.jpg', '.png', '.gif']

/** What each file of an archive can be used as, by its first bytes; a file that is of no use is left out. */
export async function fileUses(files: Unpacked): Promise<Map<string, FileUse>> {
  const uses = new Map<string, FileUse>()
  for (const [name, path] of files) {
    const use = await useOf(path, name)
    if (use) uses.set(name, use)
  }
  return uses
}

async function useOf(path: string, name: string): Promise<FileUse | undefined> {
  const ending = (await extensionFromBytes(path)) ?? ''
  if (pictures.includes(ending)) return 'picture'
  if (ending === '.mp4') return 'film'
  const document = await documentOfFile(path, name)
  // Under another ending it would be handed out as what it is not.
  return document?.kind === 'document' && name.toLowerCase().endsWith(document.extension) ? 'document' : undefined
}
