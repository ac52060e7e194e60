/** What lies in the store under a media item's key, by purpose; every path is relative to the key. */
export type MediaFiles = {
  mp4?: string
  hls?: string
  poster?: string
  large?: string
  medium?: string
  small?: string
  original?: string
  subtitles?: { language: string; name: string; path: string }[]
}

/** MED-01's type numbers. */
export const mediaTypes = { video: 1, image: 2, sound: 3, document: 4, subtitle: 5 } as const

export type MediaRow = {
  id: number
  key: string
  type: number
  name: string
  mime: string
  bytes: number
  width: number | null
  height: number | null
  durationMs: number
  files: MediaFiles
  /** Unix seconds. */
  createdAt: number
}
