import { msFromSeconds } from '#shared/platform/times.ts'
import type { VideoWire } from './contract.ts'

/** The media types and their numbers on the wire. */
export const mediaTypeCodes = { video: 1, image: 2, sound: 3, document: 4, subtitle: 5 } as const
type MediaType = keyof typeof mediaTypeCodes

/** The media type of a number; `document` for an unknown one. */
export function mediaTypeFromCode(code: number | undefined): MediaType {
  const entry = Object.entries(mediaTypeCodes).find(([, known]) => known === code)
  return (entry?.[0] as MediaType | undefined) ?? 'document'
}

/** A language code as browsers spell it: `es_ES` becomes `es-ES`. */
export function languageCode(code: string): string {
  return code.replaceAll('_', '-')
}

/** The language's own name as it stands in a list, such as `Español` for `es`; the code when unknown. */
export function nativeLanguageName(code: string): string {
  const tag = languageCode(code)
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
    return name === tag ? tag : name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
  } catch {
    return tag
  }
}

export type Subtitles = { languageCode: string; label: string; name: string; url: string }

/** A video for the player; times in ms. */
export type Video = {
  id: number
  createdAt: number
  duration: number
  url: string | undefined
  m3u8: string | undefined
  mp4: string | undefined
  preview: string | undefined
  width: number | undefined
  height: number | undefined
  subtitles: Subtitles[]
}

/** A video from the wire: seconds to ms, subtitles labelled by their own language. */
export function videoFromWire(wire: VideoWire): Video {
  return {
    id: wire.id,
    createdAt: msFromSeconds(wire.created_at),
    duration: Math.round(msFromSeconds(wire.duration)),
    url: wire.url ?? undefined,
    m3u8: wire.m3u8 ?? undefined,
    mp4: wire.mp4 ?? undefined,
    preview: wire.preview ?? undefined,
    width: wire.width ?? undefined,
    height: wire.height ?? undefined,
    subtitles: wire.subtitles.map(({ language_code, name, url }) => ({
      languageCode: languageCode(language_code),
      label: nativeLanguageName(language_code),
      name,
      url,
    })),
  }
}
