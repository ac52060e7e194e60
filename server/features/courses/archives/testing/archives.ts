import { promisify } from 'node:util'
import { crc32, gzip } from 'node:zlib'
import { pack } from 'tar-stream'

export type ZipEntry = { name: string | Buffer; content?: string | Buffer; mode?: number; flags?: number }

/** A zip whose entries are stored as they are; `mode` is that of Unix, `flags` are those of the format. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content = '', mode = 0, flags = 0 } of entries) {
    const path = Buffer.from(name)
    // What is locked begins with twelve bytes of its own.
    const data = Buffer.concat([Buffer.from(content), Buffer.alloc(flags & 1 ? 12 : 0)])
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(Buffer.from(content).length, 18)
    common.writeUInt16LE(path.length, 22)
    const central = Buffer.alloc(14)
    central.writeUInt32LE((mode << 16) >>> 0, 6)
    central.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, central, path]))
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, data])
    bodies.push(body)
    at += body.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, ...directory, end])
}

type TarEntry = {
  name: string
  content?: string | Buffer
  type?: 'file' | 'symlink' | 'link' | 'character-device' | 'fifo'
  linkname?: string
}

/** A tar.gz of these entries. */
export async function tarOf(entries: readonly TarEntry[]): Promise<Buffer> {
  const packed = pack()
  for (const { content = '', ...header } of entries) packed.entry(header, content)
  packed.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of packed) chunks.push(chunk as Buffer)
  return promisify(gzip)(Buffer.concat(chunks))
}
