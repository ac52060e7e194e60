import { readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { isSafePath } from '#server/platform/storage/file-store.ts'

/** A playlist's own name and that of every playlist, piece and key it leads to, relative to its folder, each once. */
export async function hlsParts(playlist: string): Promise<string[]> {
  const folder = dirname(playlist)
  const waiting = [posix.basename(playlist.replaceAll('\\', '/'))]
  const parts = new Set<string>()
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (parts.has(part)) continue
    if (!isSafePath(part)) throw new Error(`${part} is not a plain name beside the playlist`)
    parts.add(part)
    if (!part.endsWith('.m3u8')) continue
    const text = await readFile(join(folder, part), 'utf8')
    if (!text.startsWith('#EXTM3U')) throw new Error(`${part} is not an HLS playlist`)
    for (const reference of referencesOf(text)) waiting.push(posix.join(posix.dirname(part), reference))
  }
  return [...parts]
}

function referencesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).map(line => line.trim())
  return lines.flatMap(line => {
    if (!line.startsWith('#')) return line === '' ? [] : [line]
    const uri = /[:,]URI="([^"]+)"/.exec(line)?.[1]
    return uri === undefined ? [] : [uri]
  })
}
