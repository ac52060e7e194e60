/** A text shown from `start` to `end`, both in ms; `settings` are those of WebVTT. */
type Cue = { start: number; end: number; settings: string; text: string }

export type SubtitleProblem = {
  /** From 1. */
  line: number
  problem: 'not_subtitles' | 'time_wrong' | 'time_missing' | 'ends_early' | 'too_many'
}

const mostCues = 20_000
const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * WebVTT of a file of subtitles, WebVTT or SubRip, ready to be served: cues in the order of their times, with no markup but that
 * of WebVTT and without styles. Or the first place, by its line, where a text would be lost.
 */
export function subtitlesFrom(text: string): { vtt: string; cues: number } | SubtitleProblem {
  const lines = text
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '\ufffd')
    .split(/\r\n|\r|\n/)
  const isVtt = /^WEBVTT([ \t]|$)/.test(lines[0] ?? '')
  if (!isVtt && !lines.some(line => line.includes('-->'))) return { line: 1, problem: 'not_subtitles' }
  const read = readCues(lines, isVtt)
  if ('problem' in read) return read
  const cues = read.toSorted((one, other) => one.start - other.start || one.end - other.end)
  return { vtt: `WEBVTT\n\n${cues.map(written).join('\n')}`, cues: cues.length }
}

/** The blocks between empty lines, each with the number of its first line from 1. */
function blocksOf(lines: readonly string[]): { line: number; lines: string[] }[] {
  const blocks: { line: number; lines: string[] }[] = []
  let isOpen = false
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') isOpen = false
    else if (isOpen) blocks.at(-1)?.lines.push(line)
    else {
      blocks.push({ line: index + 1, lines: [line] })
      isOpen = true
    }
  }
  return blocks
}

function readCues(lines: readonly string[], isVtt: boolean): Cue[] | SubtitleProblem {
  const cues: Cue[] = []
  const blocks = blocksOf(lines)
  for (const block of isVtt ? blocks.slice(1) : blocks) {
    const cue = cueOf(block, isVtt)
    if (cue === undefined) continue
    if ('problem' in cue) return cue
    if (cues.push(cue) > mostCues) return { line: block.line, problem: 'too_many' }
  }
  return cues.length ? cues : { line: lines.length, problem: 'not_subtitles' }
}

const isAside = (line: string) => /^(NOTE|STYLE|REGION)([ \t]|$)/.test(line)

/** The cue of a block; undefined of a comment, a style or a lonely number. */
function cueOf({ line, lines }: { line: number; lines: string[] }, isVtt: boolean): Cue | SubtitleProblem | undefined {
  const [first = ''] = lines
  const at = lines.findIndex(one => one.includes('-->'))
  if (at === -1) {
    if ((isVtt && isAside(first)) || (lines.length === 1 && /^\s*\d+\s*$/.test(first))) return undefined
    return { line, problem: 'time_missing' }
  }
  // What precedes the times is the cue's name.
  if (at > 1) return { line, problem: 'time_missing' }
  const times = timesOf(lines[at] ?? '', isVtt)
  if (!times) return { line: line + at, problem: 'time_wrong' }
  if (times.end <= times.start) return { line: line + at, problem: 'ends_early' }
  const rest = lines.slice(at + 1)
  const inner = rest.findIndex(one => one.includes('-->'))
  if (inner !== -1) return { line: line + at + 1 + inner, problem: 'time_missing' }
  const text = rest.map(markup).join('\n').trim()
  return text === '' ? undefined : { ...times, text }
}

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s+(.*))?$`)

function timesOf(line: string, isVtt: boolean): Omit<Cue, 'text'> | undefined {
  const found = timing.exec(line)
  if (!found) return undefined
  const start = msOf(found.slice(1, 5))
  const end = msOf(found.slice(5, 9))
  if (start === undefined || end === undefined) return undefined
  return { start, end, settings: isVtt ? settingsIn(found[9] ?? '') : '' }
}

function msOf([hours = '', minutes = '', seconds = '', fraction = '']: string[]): number | undefined {
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const ms = Number(fraction.padEnd(3, '0'))
  return Number(hours) * hour + Number(minutes) * minute + Number(seconds) * second + ms
}

const percent = String.raw`\d{1,3}(\.\d+)?%`
const knownSettings = new RegExp(
  `^(vertical:(rl|lr)|line:(-?\\d{1,4}|${percent})(,(start|center|end))?|size:${percent}|align:(start|center|end|left|right)|` +
    `position:${percent}(,(line-left|center|line-right))?)$`,
)

const settingsIn = (text: string) =>
  text
    .split(/[ \t]/)
    .filter(one => knownSettings.test(one))
    .join(' ')

const tag = /<(\/?)([a-z]+)((?:\.[^\s<>&.]+)*)(?:[ \t]([^<>]*))?>|<((?:\d{2,}:)?\d{2}:\d{2}\.\d{3})>/gi
const known = new Set(['b', 'i', 'u', 'c', 'v', 'lang', 'ruby', 'rt'])
const entity = /&(?!(amp|lt|gt|nbsp|lrm|rlm);)/g
const plain = (text: string) => text.replace(entity, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A line of text with the tags of WebVTT; other tags go, and what is no tag is text. */
function markup(line: string): string {
  // SubRip says by this where on the picture a text stands.
  const said = line.replace(/\{\\an?\d+\}/g, '')
  let done = 0
  let text = ''
  for (const found of said.matchAll(tag)) {
    const [whole, close = '', name = '', classes = '', more, moment] = found
    text += plain(said.slice(done, found.index))
    done = found.index + whole.length
    if (moment !== undefined) text += `<${moment}>`
    else if (known.has(name.toLowerCase())) text += tagOf(close, name.toLowerCase(), classes, more)
  }
  return text + plain(said.slice(done))
}

function tagOf(close: string, name: string, classes: string, more: string | undefined): string {
  if (close) return `</${name}>`
  const said = (name === 'v' || name === 'lang') && more ? ` ${more.replace(entity, '&amp;').trim()}` : ''
  return `<${name}${classes}${said}>`
}

function written({ start, end, settings, text }: Cue): string {
  return `${clock(start)} --> ${clock(end)}${settings && ` ${settings}`}\n${text}\n`
}

function clock(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const fraction = String(ms % second).padStart(3, '0')
  return `${two(ms / hour)}:${two((ms % hour) / minute)}:${two((ms % minute) / second)}.${fraction}`
}
