import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A sound of a video; `language` is undefined when the file does not say. */
export type Sound = { index: number; codec: string; language: string | undefined }

/** The most sounds kept of a video, so that many of them do not cost more than its picture. */
export const mostSounds = 8

/** A language as files write it, such as 'rus', as players know it: 'ru'; undefined for anything else. */
export function languageOf(written: string | undefined): string | undefined {
  if (written === undefined || !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(written)) return undefined
  const [language = ''] = Intl.getCanonicalLocales(written)
  return language !== 'und' && ownNameOf(language) !== undefined ? language : undefined
}

/** A language by its own name, as in a list of languages; undefined when nobody knows it. */
function ownNameOf(code: string): string | undefined {
  const name = new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code)
  return name && name.slice(0, 1).toLocaleUpperCase(code) + name.slice(1)
}

/** What players call the sounds: their languages, and the number of one that is of none or of the same one. */
export function soundNames(sounds: readonly Pick<Sound, 'language'>[]): string[] {
  const taken = new Set<string>()
  return sounds.map(({ language }, index) => {
    const own = language && ownNameOf(language)
    const name = !own ? String(index + 1) : taken.has(own) ? `${own} ${index + 1}` : own
    taken.add(name)
    return name
  })
}

/** The arguments of ffmpeg's stream map for sounds that stand beside the pictures, the first one heard by default. */
export const soundStreams = (sounds: readonly Sound[]): string[] =>
  sounds.map((_, index) => `a:${index},agroup:sound,${index === 0 ? 'default:yes,' : ''}name:a${index}`)

/** Says in the main playlist of the folder `hls` what its sounds are: ffmpeg only numbers them. */
export async function tellSounds(hls: string, sounds: readonly Sound[]): Promise<void> {
  const main = join(hls, 'master.m3u8')
  const names = soundNames(sounds)
  const told = (await readFile(main, 'utf8')).replace(
    /^#EXT-X-MEDIA:TYPE=AUDIO,.*URI="a(\d+)\/.*$/gm,
    (_, at: string) => {
      const index = Number(at)
      const language = sounds[index]?.language
      return [
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="group_sound",NAME="${names[index]}"`,
        ...(language ? [`LANGUAGE="${language}"`] : []),
        `DEFAULT=${index === 0 ? 'YES' : 'NO'},AUTOSELECT=YES,CHANNELS="2",URI="a${index}/index.m3u8"`,
      ].join(',')
    },
  )
  await writeFile(main, told)
}
