import { expect, test } from 'vitest'
import { savedName } from './saved-name.ts'

test.each([
  ['IMG_0042.HEIC', '/media/key/~1-a/large.webp', 'IMG_0042.webp'],
  ['squat.mov', '/media/key/video.mp4?download', 'squat.mp4'],
  ['Приседания, день 3.MOV', '/media/key/video.MP4', 'Приседания, день 3.mp4'],
  ['my.week.2.jpg', '/l.webp', 'my.week.2.webp'],
  ['notes', '/media/key/original', 'notes'],
  ['plan.pdf', '/media/key/original', 'plan.pdf'],
])('%s that lies at %s is saved as %s [MED-07]', (name, path, saved) => {
  expect(savedName(name, path)).toBe(saved)
})

test.each([
  ['../../etc/passwd', 'etc passwd.webp'],
  ['C:\\me\\a?b*c|d.jpg', 'C me a b c d.webp'],
  ['.bashrc.jpg', 'bashrc.webp'],
  ['CON.jpg', '_CON.webp'],
  ['con.a.jpg', '_con.a.webp'],
  ['a\r\nb\u0000.jpg', 'a b.webp'],
  ['photo\u202egpj.exe', 'photo gpj.webp'],
  ['...', 'file.webp'],
  ['', 'file.webp'],
  ['🏋'.repeat(300), `${'🏋'.repeat(100)}.webp`],
])('%j is made safe as %j [MED-07]', (name, saved) => {
  expect(savedName(name, '/media/key/large.webp')).toBe(saved)
})
