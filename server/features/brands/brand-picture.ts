import { createHash } from 'node:crypto'
import sharp from 'sharp'

export const pictureBytes = 256 * 1024
/** What a browser is told of a picture, by the end of its name. */
const pictureTypes: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' }
const mostPixels = 4096 * 4096

export function pictureType(name: string): string {
  return pictureTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

/** Anything in an SVG that could run or fetch something when a browser opens it by its own address. */
const activeSvg =
  /<\s*(?:[\w-]+:)?(script|foreignObject|iframe|use|image|a|animate|set|style)\b|\son[a-z]+\s*=|javascript:|url\(\s*["']?(?!["'#])|<!(DOCTYPE|ENTITY)|<\?(?!xml\s)/i

/** Why bytes are no drawing that a school may show; undefined when they are one. */
export function svgProblem(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  if (!/^\s*(<\?xml[^>]*\?>\s*)?<svg\b/.test(text)) return 'is not an SVG picture'
  const active = activeSvg.exec(text)
  return active ? `contains ${active[0].trim()}, which a picture must not` : undefined
}

/** A picture for a brand, named by what is in it, or undefined: neither svg, png nor webp, or one that could run something. */
export async function readPicture(bytes: Buffer): Promise<{ name: string; mime: string } | undefined> {
  const extension = svgProblem(bytes) === undefined ? 'svg' : await formatOf(bytes)
  const mime = extension && pictureTypes[extension]
  if (!extension || !mime) return undefined
  return { name: `${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}.${extension}`, mime }
}

async function formatOf(bytes: Buffer): Promise<string | undefined> {
  if (bytes.length === 0) return undefined
  // Decoded to the end, so that half a picture is none.
  const read = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .stats()
    .then(() => sharp(bytes).metadata())
    .catch(() => undefined)
  return read?.format === 'png' || read?.format === 'webp' ? read.format : undefined
}
