import Type, { type Static } from 'typebox'
import { Id, NullableString, Seconds } from '#shared/platform/schemas.ts'

/** A picture in its sizes. Addresses are relative to the server's origin. */
export const Picture = Type.Object({ large: Type.String(), medium: Type.String(), small: Type.String() })
export type PictureWire = Static<typeof Picture>

/** MED-02. `duration` is in seconds; `language_code` may come as es_ES. */
export const Video = Type.Object({
  id: Id,
  type: Type.String(),
  created_at: Seconds,
  duration: Type.Number(),
  url: NullableString,
  m3u8: NullableString,
  mp4: NullableString,
  preview: NullableString,
  width: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  height: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  subtitles: Type.Array(Type.Object({ language_code: Type.String(), name: Type.String(), url: Type.String() })),
})
export type VideoWire = Static<typeof Video>
