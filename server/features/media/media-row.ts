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
