import type { MediaFileWire } from '#shared/features/media/contract.ts'

/** A photo that is ready, as the wire has it. */
export function mediaFile(change: Partial<MediaFileWire> = {}): MediaFileWire {
  return {
    id: 7,
    type: 2,
    name: '<b>me</b>.jpg',
    mime: 'image/webp',
    bytes: 10,
    status: 'DONE',
    progress: 100,
    failure: null,
    url: '/media/a/large.webp',
    urls: { large: '/l', medium: '/m', small: '/s' },
    mp4: null,
    m3u8: null,
    preview: null,
    duration: 0,
    width: 400,
    height: 300,
    ...change,
  }
}
