import type { WholeFileWire } from '#shared/features/library/contract.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'

/** The file as messages show it. */
export const viewOf = ({ kind, preview, url, ...file }: WholeFileWire) => {
  const picture = kind === 'image' ? (url ?? '') : ''
  return {
    ...file,
    preview,
    url,
    mime: '',
    type: mediaTypeCodes[kind],
    urls: picture ? { large: picture, medium: picture, small: preview ?? picture } : null,
  }
}
