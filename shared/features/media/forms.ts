import { msFromSeconds } from '#shared/platform/times.ts'
import type { VideoWire } from './contract.ts'

/** What an uploaded item is, and the number it is sent as. */
export const mediaTypeCodes = { video: 1, image: 2, sound: 3, document: 4, subtitle: 5 } as const
export type MediaType = keyof typeof mediaTypeCodes

/** The media type of a number; a document when it is none of ours. */
export function mediaTypeFromCode(code: number | undefined): MediaType {
  const entry = Object.entries(mediaTypeCodes).find(([, known]) => known === code)
  return (entry?.[0] as MediaType | undefined) ?? 'document'
}

/** A language as browsers spell it: `es_ES` arrives, `es-ES` is kept. */
export function languageCode(code: string): string {
  return code.replaceAll('_', '-')
}

/** The language's name in itself, as `español` for `es`; the code when it is unknown. */
export function nativeLanguageName(code: string): string {
  const tag = languageCode(code)
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

export type Subtitles = { languageCode: string; label: string; name: string; url: string }

/** A video as the player takes it; times in ms. */
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
