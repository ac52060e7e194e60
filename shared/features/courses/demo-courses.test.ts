import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseCourseFile } from './course-file.ts'
import type { CourseFile } from './course-format.ts'

const demo = fileURLToPath(new URL('../../../demo', import.meta.url))
const folderOf = (key: string) => join(demo, 'courses', key)

function courseNamed(key: string): CourseFile {
  const read = parseCourseFile(readFileSync(join(folderOf(key), 'course.yaml'), 'utf8'), 'course.yaml')
  if ('problems' in read) throw new Error(JSON.stringify(read.problems, null, 2))
  return read.course
}

function filesOf({ image, background, demoVideo, documents, lessons }: CourseFile): string[] {
  const videos = [demoVideo, ...lessons.flatMap(lesson => Object.values(lesson.videos))].filter(video => video !== null)
  const named = [
    ...[image, background].flatMap(picture => Object.values(picture ?? {})),
    ...videos.flatMap(({ mp4, hls, poster, subtitles }) => [mp4, hls, poster, ...Object.values(subtitles)]),
    ...documents.map(document => document.file),
  ]
  return named.filter(file => file !== null)
}

const keys = readdirSync(join(demo, 'courses'))

test.each(keys)('the demo course %s is a course, in three languages, with every file beside it', key => {
  const course = courseNamed(key)
  expect(course.key).toBe(key)
  expect(course.languages).toEqual(['en', 'ru', 'es'])
  const files = filesOf(course)
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) expect([file, existsSync(join(folderOf(key), file))]).toEqual([file, true])
})

test('the demo is small enough for the repository', () => {
  const all = readdirSync(demo, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const sizes = all.map(entry => ({ name: entry.name, bytes: statSync(join(entry.parentPath, entry.name)).size }))
  expect(sizes.reduce((sum, file) => sum + file.bytes, 0)).toBeLessThan(8_000_000)
  for (const { name, bytes } of sizes)
    expect([name, bytes < (name.endsWith('.webp') ? 60_000 : 1_000_000)]).toEqual([name, true])
})

type School = {
  courses: string[]
  otherBrands: { courses: string[] }[]
  users: { email: string; timezone: string }[]
  streams: { user: string; course: string; state: string; startsIn: number; endsIn: number; doneDays?: number[] }[]
}

test('the demo school names its own courses and people, and no day that lies ahead', () => {
  const school = parse(readFileSync(join(demo, 'school.yaml'), 'utf8')) as School
  const others = school.otherBrands.flatMap(({ courses }) => courses)
  expect([...school.courses, ...others].sort()).toEqual(keys.sort())
  expect(school.users.map(user => user.email)).toEqual([
    'learner@example.com',
    'expert@example.com',
    'admin@example.com',
  ])
  expect(new Set(school.streams.map(stream => stream.state))).toEqual(
    new Set(['open', 'not_started', 'ended', 'freeze', 'stopped']),
  )
  for (const { user, course, startsIn, endsIn, doneDays = [] } of school.streams) {
    expect(school.users.map(({ email }) => email)).toContain(user)
    expect(endsIn).toBeGreaterThanOrEqual(startsIn)
    const days = courseNamed(course).stages.flatMap(stage => stage.days)
    for (const number of doneDays) {
      const opens = days.find(day => day.dayNumber === number)?.opensAfterDays ?? Number.NaN
      expect(startsIn + opens).toBeLessThanOrEqual(0)
    }
  }
})
