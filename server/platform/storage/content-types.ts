import { open } from 'node:fs/promises'
import { extname } from 'node:path'

/** Types that are safe to serve as they are; nothing a browser would run as a page or script. */
const types: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.m4s': 'video/iso.segment',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
}

/** The content type a stored file is served with; unknown types may only be downloaded. */
export function contentTypeOf(path: string): { type: string; isInline: boolean } {
  const type = types[extname(path).toLowerCase()]
  return { type: type ?? 'application/octet-stream', isInline: type !== undefined }
}

const signatures: [extension: string, offset: number, bytes: string][] = [
  ['.png', 0, '\x89PNG\r\n\x1a\n'],
  ['.jpg', 0, '\xff\xd8\xff'],
  ['.gif', 0, 'GIF8'],
  ['.webp', 8, 'WEBP'],
  ['.avif', 4, 'ftypavif'],
  ['.pdf', 0, '%PDF-'],
  ['.m3u8', 0, '#EXTM3U'],
  ['.mp4', 4, 'ftyp'],
]

const subtitles = /^(\xef\xbb\xbf)?WEBVTT([ \t\r\n]|$)/

/** The extension implied by a file's first bytes; undefined when they match no known type. */
export async function extensionFromBytes(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0)
    const head = buffer.subarray(0, bytesRead).toString('latin1')
    if (subtitles.test(head)) return '.vtt'
    return signatures.find(([, offset, bytes]) => head.startsWith(bytes, offset))?.[0]
  } finally {
    await file.close()
  }
}
