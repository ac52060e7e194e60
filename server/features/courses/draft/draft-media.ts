import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import type { DraftFields } from '#shared/features/courses/draft-fields.ts'
import type { MediaIds } from '../import/course-content.ts'

/** What a draft's media are called in the open format: by their ids, under which `mediaOfDraft` finds them again. */
export const nameOfMedia = (id: number) => `media/${id}`
const idIn = (name: string | null) => (name === null ? null : Number(name.slice('media/'.length)))

/** The media of a course that was written from a draft. */
export const mediaOfDraft: MediaIds = {
  of: item =>
    item === null ? null : idIn('file' in item ? item.file : 'large' in item ? item.large : (item.mp4 ?? item.hls)),
}

const noVideos = { main: null, analysis: null, vertical: null, verticalAnalysis: null }

/** The media items that a part names, the field of each, and of which type an item must be there. */
export function mediaIn({ image, background, demoVideo, media, videos = noVideos }: DraftFields) {
  const slots = [
    { field: 'image', id: image, type: mediaTypeCodes.image },
    { field: 'background', id: background, type: mediaTypeCodes.image },
    { field: 'demoVideo', id: demoVideo, type: mediaTypeCodes.video },
    { field: 'media', id: media, type: mediaTypeCodes.document },
    ...Object.entries(videos).map(([slot, id]) => ({ field: `videos.${slot}`, id, type: mediaTypeCodes.video })),
  ]
  return slots.flatMap(({ id, ...slot }) => (id ? [{ ...slot, id }] : []))
}
