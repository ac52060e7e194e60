import { createHash } from 'node:crypto'
import { readMark } from './read-mark.ts'

export const pictureBytes = 256 * 1024
/** The content type of a picture, by the extension of its name. */
const pictureTypes: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' }

export function pictureType(name: string): string {
  return pictureTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

/** Anything in an SVG that could run or load something when opened directly. */
const activeSvg =
  /<\s*(?:[\w-]+:)?(script|foreignObject|iframe|use|image|a|animate|set|style)\b|\son[a-z]+\s*=|javascript:|url\(\s*["']?(?!["'#])|<!(DOCTYPE|ENTITY)|<\?(?!xml\s)/i

/** Why an SVG is not acceptable for a school; undefined when it is. */
export function svgProblem(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  if (!/^\s*(<\?xml[^>]*\?>\s*)?<svg\b/.test(text)) return 'is not an SVG picture'
  const active = activeSvg.exec(text)
  return active ? `contains ${active[0].trim()}, which a picture must not` : undefined
}

/** A picture for a brand, named after its content; undefined when it is not svg, png or webp, cannot be drawn, or could run something. */
export async function readPicture(bytes: Buffer, brandId: string): Promise<{ name: string; mime: string } | undefined> {
  const isDrawing = svgProblem(bytes) === undefined
  const format = (await readMark(bytes, brandId))?.format ?? ''
  const mime = pictureTypes[format]
  if (!mime || (format === 'svg') !== isDrawing) return undefined
  return { name: `${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}.${format}`, mime }
}
