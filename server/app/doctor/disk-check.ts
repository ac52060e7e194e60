import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { broken, type Check, good, lacking } from '#server/platform/check.ts'
import { freeBytes } from '#server/platform/storage/free-bytes.ts'

const gigabyte = 1024 ** 3
/** A film that arrives needs room for itself and for what is made of it. */
const scarceBytes = 5 * gigabyte
const neededBytes = gigabyte / 4

/** Whether DATA_DIR can be written, and how much more its disk can take; `free` asks the disk, in bytes. */
export function diskCheck(dataDir: string, free: (folder: string) => Promise<number> = freeBytes): Check {
  return {
    name: 'Disk',
    advice: `Let the server's user write to DATA_DIR (${dataDir})`,
    async run() {
      await mkdir(dataDir, { recursive: true })
      const folder = await mkdtemp(join(dataDir, 'doctor-'))
      try {
        await writeFile(join(folder, 'tried'), 'tried')
      } finally {
        await rm(folder, { recursive: true })
      }
      const bytes = await free(dataDir)
      const says = `${(bytes / gigabyte).toFixed(1)} GB free in ${dataDir}`
      const advice = 'Make room, or move DATA_DIR to a larger disk; media can go to a bucket (S3_ENDPOINT)'
      if (bytes < neededBytes) return broken(says, advice)
      return bytes < scarceBytes ? lacking(says, advice) : good(says)
    },
  }
}
