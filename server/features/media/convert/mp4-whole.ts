import { open } from 'node:fs/promises'

/** Whether every box of an MP4 file ends within it and both its index and its data are there; a file cut off is not whole. */
export async function isWholeMp4(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const header = Buffer.alloc(16)
    const types = new Set<string>()
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(header, 0, 16, at)
      if (bytesRead < 8) return false
      types.add(header.toString('latin1', 4, 8))
      const short = header.readUInt32BE(0)
      const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? size - at : short
      if (length < 8 || at + length > size) return false
      at += length
    }
    return types.has('moov') && types.has('mdat')
  } finally {
    await file.close()
  }
}
