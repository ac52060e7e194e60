import { archiveEndings } from '#shared/features/media/rules.ts'

/** How many of a file's first bytes show its type. */
const headBytes = 16

const ascii = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
const starts = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)

const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']

/** The MIME type that a photo's or video's first bytes show; undefined for anything else, whatever it is called. */
export function typeOfHead(head: Uint8Array): string | undefined {
  if (starts(head, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(head, 0x89, 0x50, 0x4e, 0x47)) return 'image/png'
  if (/^GIF8[79]a/.test(ascii(head, 0, 6))) return 'image/gif'
  if (ascii(head, 0, 4) === 'RIFF') {
    const kind = ascii(head, 8, 12)
    return kind === 'WEBP' ? 'image/webp' : kind === 'AVI ' ? 'video/x-msvideo' : undefined
  }
  if (starts(head, 0x1a, 0x45, 0xdf, 0xa3)) return 'video/webm'
  if (starts(head, 0, 0, 1, 0xba) || starts(head, 0, 0, 1, 0xb3)) return 'video/mpeg'
  const box = ascii(head, 4, 8)
  if (box === 'ftyp') return typeOfBrand(ascii(head, 8, 12))
  return ['moov', 'mdat', 'wide', 'free', 'skip'].includes(box) ? 'video/quicktime' : undefined
}

function typeOfBrand(brand: string): string | undefined {
  if (heicBrands.includes(brand)) return 'image/heic'
  if (brand === 'avif' || brand === 'avis') return 'image/avif'
  if (brand === 'qt  ') return 'video/quicktime'
  if (brand.startsWith('3g')) return 'video/3gpp'
  return /^(M4A|M4B|M4P|F4A)/.test(brand) ? undefined : 'video/mp4'
}

/** Documents that a school's library takes besides photos and videos. */
export const documentEndings = ['.pdf', '.docx', '.xlsx', '.pptx', '.odt', '.ods', '.odp', '.epub']

/** Whether a file is named as a course that can be brought in; the server looks at its bytes. */
export const isNamedAsCourse = (name: string): boolean =>
  archiveEndings.some(ending => name.toLowerCase().endsWith(ending))

/** Whether a file is named as a document; the server looks at its bytes. */
export const isNamedAsDocument = (name: string): boolean =>
  documentEndings.some(ending => name.toLowerCase().endsWith(ending))

/** The MIME type of a photo or video by its bytes; undefined when it is neither. Rejects when it cannot be read. */
export async function typeOfFile(file: Blob): Promise<string | undefined> {
  return typeOfHead(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
}
