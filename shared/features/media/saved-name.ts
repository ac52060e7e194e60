const longest = 100
/** Characters that some system forbids in a file name, or that disguise it. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * The name a media file is saved under: its own, made safe for any system, with the extension of the stored file, since
 * photos and videos are converted after upload. `path` is the file's address or path.
 */
export function savedName(name: string, path: string): string {
  const given = name.normalize('NFC').replace(unsafe, ' ').trim()
  const own = /\.\w{1,5}$/.exec(given)?.[0] ?? ''
  const ending = /\.\w{1,5}$/.exec(path.replace(/[?#].*/s, ''))?.[0].toLowerCase() ?? own
  const stem = given.slice(0, given.length - own.length).replace(/^[. ]+|[. ]+$/g, '')
  const short = Array.from(stem).slice(0, longest).join('').trimEnd()
  const [first = ''] = short.split('.')
  return `${reserved.test(first) ? '_' : ''}${short || 'file'}${ending}`
}
