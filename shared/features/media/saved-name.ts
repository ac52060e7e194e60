const longest = 100
/** What some device cannot have in a file's name, or what would show one name for another. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * The name a media file is saved under on a device: its own, made safe for any system, with the ending of what is
 * really there, since a photo or video is converted after it was named. `path` is an address or a path of the file.
 */
export function savedName(name: string, path: string): string {
  const given = name.normalize('NFC').replace(unsafe, ' ').trim()
  const own = /\.\w{1,5}$/.exec(given)?.[0] ?? ''
  const ending = /\.\w{1,5}$/.exec(path.replace(/[?#].*$/s, ''))?.[0].toLowerCase() ?? own
  const stem = given.slice(0, given.length - own.length).replace(/^[. ]+|[. ]+$/g, '')
  const short = Array.from(stem).slice(0, longest).join('').trimEnd()
  const [first = ''] = short.split('.')
  return `${reserved.test(first) ? '_' : ''}${short || 'file'}${ending}`
}
