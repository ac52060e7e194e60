import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { subtitlesFrom } from '#shared/features/library/subtitles.ts'
import type { Block } from './tree.ts'
import type { Reason } from '#shared/features/courses/report-texts.ts'
import { lessonOf, type Unit } from './unit.ts'
import { isWeb, type Line, skipped, taken } from '../written-page.ts'
import { allIn, readText } from '../xml.ts'

const mostLinks = 100

/** Adds a film to the lesson of its unit; one that lies elsewhere as a link to it. A unit's second film is a lesson of its own. */
export async function addFilm(unit: Unit, { title, xml, file }: Block): Promise<Line> {
  const { reader } = unit
  const sources = sourcesOf(xml.attributes, allIn(xml, 'source').concat(allIn(xml, 'encoded_video')))
  const names = sources.map(source => reader.nameOf(source, file)).filter(name => name !== undefined)
  const film = names.find(name => reader.kinds.get(name) === 'film')
  if (unit.lesson?.film !== undefined || (unit.lesson?.links.length ?? 0) >= mostLinks) {
    unit.lesson = undefined
    Object.assign(lessonOf(unit), { title })
  }
  if (film !== undefined) {
    reader.used.add(film)
    const { subtitles, left } = await subtitlesOf(unit, allIn(xml, 'transcript'))
    Object.assign(lessonOf(unit), { film: reader.placeOf(film), subtitles })
    return taken('film', left)
  }
  const url = sources.find(isWeb)
  if (url === undefined) return skipped('film', 'film_nowhere')
  lessonOf(unit).links.push({ title, url })
  return taken('film', [{ code: 'film_elsewhere' }])
}

/** Where a film is, the best place first. */
function sourcesOf(own: Record<string, string>, children: { attributes: Record<string, string> }[]): string[] {
  const youtube = own['youtube_id_1_0'] || /1\.0+:([\w-]+)/.exec(own['youtube'] ?? '')?.[1]
  return [
    ...listIn(own['html5_sources']),
    ...children.map(({ attributes }) => attributes['src'] ?? attributes['url'] ?? ''),
    own['source'] ?? '',
    youtube ? `https://www.youtube.com/watch?v=${encodeURIComponent(youtube)}` : '',
  ].filter(source => source !== '')
}

function listIn(text = '[]'): string[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(each => typeof each === 'string') : []
  } catch {
    return []
  }
}

const language = /^[a-z]{2,3}([-_]([A-Z]{2}|\d{3}|[A-Z][a-z]{3}))?$/

/** The subtitles of a film as WebVTT beside the files of the archive, by language; `left` says which could not be taken. */
async function subtitlesOf({ reader }: Unit, transcripts: { attributes: Record<string, string> }[]) {
  const subtitles: Record<string, string> = {}
  const left: Reason[] = []
  for (const { attributes } of transcripts) {
    const { language: code = '', src = '' } = attributes
    const name = reader.nameOf(src, '')
    const path = name === undefined ? undefined : reader.files.get(name)
    const read = path === undefined || name === undefined ? undefined : subtitlesFrom(await readText(path, name))
    if (path === undefined || name === undefined || !read || !('vtt' in read) || !language.test(code)) {
      left.push({ code: 'left_subtitles', of: src })
      continue
    }
    const made = join(dirname(path), 'made.vtt')
    await writeFile(made, read.vtt)
    reader.used.add(name)
    subtitles[code] = `${dirname(reader.placeOf(name))}/made.vtt`
  }
  return { subtitles, left }
}
