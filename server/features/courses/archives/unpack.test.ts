import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withArchive } from './with-archive.ts'
import { tarOf, zipOf } from './testing/archives.ts'
import { type Limits, unpack } from './unpack.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-unpack-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function unpacked(bytes: Buffer, limits?: Limits) {
  const file = join(folder, 'course.zip')
  await writeFile(file, bytes)
  await rm(join(folder, 'out'), { recursive: true, force: true })
  return unpack(file, join(folder, 'out'), 'course.zip', limits)
}

test.each([
  [
    'zip',
    async () => zipOf([{ name: 'wiki/' }, { name: 'wiki/a.html', content: 'A' }, { name: 'ё?.txt', content: 'B' }]),
  ],
  [
    'tar.gz',
    () =>
      tarOf([
        { name: './wiki/a.html', content: 'A' },
        { name: 'ё?.txt', content: 'B' },
      ]),
  ],
])('the files of a %s are found by their names, whatever a disk can call them', async (_, make) => {
  const files = await unpacked(await make())
  expect([...files.keys()]).toEqual(['wiki/a.html', 'ё?.txt'])
  const contents = [...files.values()].map(path => readFile(path, 'utf8'))
  expect(await Promise.all(contents)).toEqual(['A', 'B'])
  expect(files.get('ё?.txt')).toMatch(/\d+\/file\.txt$/)
})

const good = { name: 'a.txt', content: 'A' }
test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
  ['up', () => zipOf([good, { name: '../up.txt' }]), /^\.\.\/up\.txt: would be written outside/],
  ['up with backslashes', () => zipOf([{ name: 'a\\..\\..\\up.txt' }]), /up\.txt: would be written outside/],
  ['to the root', () => zipOf([{ name: '/etc/passwd' }]), /^\/etc\/passwd: would be written outside/],
  ['to a drive', () => zipOf([{ name: 'C:/up.txt' }]), /^C:\/up\.txt: would be written outside/],
  ['up in a tar', () => tarOf([{ name: 'a/../../up.txt' }]), /up\.txt: would be written outside/],
  ['by a link', () => zipOf([{ name: 'link', content: '/etc/passwd', mode: 0xa1ff }]), /^link: is a link/],
  ['by a symlink in a tar', () => tarOf([{ name: 'l', type: 'symlink', linkname: '/etc' }]), /^l: is a link/],
  ['by a hard link in a tar', () => tarOf([{ name: 'l', type: 'link', linkname: '/etc' }]), /^l: is a link/],
  ['behind a password', () => zipOf([{ ...good, flags: 1 }]), /^a\.txt: is locked with a password/],
  ['twice', () => zipOf([good, good]), /^a\.txt: is there twice/],
  ['by a name that is no text', () => zipOf([{ name: Buffer.from([0x61, 0xff]) }]), /is not readable text/],
  ['by a device in a tar', () => tarOf([{ name: 'd', type: 'character-device' }]), /^d: is a link or a device/],
  ['by a pipe in a tar', () => tarOf([{ name: 'p', type: 'fifo' }]), /^p: is a link or a device/],
  ['to the root in a tar', () => tarOf([{ name: '/etc/passwd' }]), /^\/etc\/passwd: would be written outside/],
  ['twice in a tar', () => tarOf([good, good]), /^a\.txt: is there twice/],
  ['too deep in a tar', () => tarOf([{ name: `${'a/'.repeat(30)}b` }]), /is nested too deeply/],
  ['too deep', () => zipOf([{ name: `${'a/'.repeat(30)}b` }]), /is nested too deeply/],
  ['cut off', () => zipOf([good, good]).subarray(0, 40), /^course\.zip: is cut off or damaged/],
  ['cut off in a tar', async () => (await tarOf([good])).subarray(0, 30), /^course\.zip: is cut off or damaged/],
  ['as something else', () => Buffer.from('%PDF-1.4'), /^course\.zip: is neither a zip nor a tar\.gz/],
])('what comes %s is refused by its name', async (_, make, problem) => {
  await expect(unpacked(await make())).rejects.toThrow(problem)
  expect((await readdir(folder)).filter(name => !['course.zip', 'out'].includes(name))).toEqual([])
})

test('bombs are refused: in their bytes, in what they shrink from, in entries and in time [SEC-08]', async () => {
  const limits = { entries: 2, bytes: 100_000, ratio: 100, freeBytes: 1000, depth: 5, ms: 10_000 }
  const zeros = { name: 'zeros', content: Buffer.alloc(200_000) }
  const large = { name: 'large', content: Buffer.alloc(1_500_000) }
  const roomy = { ...limits, bytes: 1_000_000, ratio: 10_000 }
  await expect(unpacked(await tarOf([large]), roomy)).rejects.toThrow('large: unpacks to too much')
  // Here the archive as a whole may end while the entry is still being written.
  await expect(unpacked(await tarOf([zeros]), limits)).rejects.toThrow(/^(zeros|course\.zip): unpacks to too much/)
  await expect(unpacked(zipOf([zeros]), limits)).rejects.toThrow('zeros: unpacks to too much')
  const blocks = gzipSync(Buffer.alloc(2_000_000))
  await expect(unpacked(blocks, limits)).rejects.toThrow('course.zip: unpacks to too much')
  const many = ['a', 'b', 'c'].map(name => ({ name }))
  await expect(unpacked(zipOf(many), limits)).rejects.toThrow('course.zip: has too many entries')
  await expect(unpacked(zipOf([good]), { ...limits, ms: -1 })).rejects.toThrow('course.zip: takes too long')
  const nested = await unpacked(zipOf([{ name: 'inner.zip', content: zipOf([zeros]) }]), {
    ...limits,
    bytes: 300_000,
    ratio: 1,
  })
  expect([...nested.keys()]).toEqual(['inner.zip'])
})

test('nothing is left behind when an archive is refused [SEC-08]', async () => {
  const file = join(folder, 'bad.imscc')
  const bad = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><manifest>&e;</manifest>'
  for (const entries of [[good], [good, { name: '../up' }], [{ name: 'imsmanifest.xml', content: bad }]]) {
    await writeFile(file, zipOf(entries))
    const asked = { archive: file, name: 'bad.imscc', language: 'en' }
    await expect(withArchive(asked, folder, async () => 'taken')).rejects.toThrow(
      /bad\.imscc: has no course|up: would|document type/,
    )
  }
  expect(await readdir(folder)).toEqual(['bad.imscc'])
})
