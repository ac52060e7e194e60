const root = () => navigator.storage.getDirectory()

const stepsOf = (path: string) => {
  const steps = path.split('/')
  return { folders: steps.slice(0, -1), name: steps.at(-1) ?? '' }
}

async function folderOf(path: string, create: boolean): Promise<FileSystemDirectoryHandle> {
  let folder = await root()
  for (const step of stepsOf(path).folders) folder = await folder.getDirectoryHandle(step, { create })
  return folder
}

const isMissing = (error: unknown) =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'TypeMismatchError')

function orNothing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** The handle of a file in the browser's private file system, made where it is not there. */
export async function makeFile(path: string): Promise<FileSystemFileHandle> {
  return (await folderOf(path, true)).getFileHandle(stepsOf(path).name, { create: true })
}

/** A file of the browser's private file system; undefined when it is not there. */
export async function findFile(path: string): Promise<File | undefined> {
  const handle = await folderOf(path, false)
    .then(folder => folder.getFileHandle(stepsOf(path).name))
    .catch(orNothing)
  return handle?.getFile()
}

async function namesIn(folder: FileSystemDirectoryHandle, before: string): Promise<string[]> {
  const names: string[] = []
  for await (const [name, handle] of folder.entries())
    if (handle.kind === 'file') names.push(before + name)
    else names.push(...(await namesIn(handle, `${before}${name}/`)))
  return names
}

/** The paths of all files that lie in the folders of people. */
export async function listFiles(): Promise<string[]> {
  return (await namesIn(await root(), '')).filter(path => /^\d+\//.test(path))
}

/** Removes a file, if it is there. */
export async function removeFile(path: string): Promise<void> {
  await folderOf(path, false)
    .then(folder => folder.removeEntry(stepsOf(path).name))
    .catch(orNothing)
}

/**
 * Where a file of a person's course lies: films under videos, all else under images, each with a folder of the course. A film is
 * named after its item.
 */
export function pathFor(file: { userId: number; id: number; courseId: number; url: string }): string {
  const name = decodeURIComponent(file.url.split('/').slice(2).join('-'))
  const isFilm = /\.(mp4|m4a)$/.test(file.url)
  const own = isFilm && !file.url.includes('/downloads/') ? `${file.id}.mp4` : name
  return `${file.userId}/${isFilm ? 'videos' : 'images'}/${file.courseId}/${own}`
}
