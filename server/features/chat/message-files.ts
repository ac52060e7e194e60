import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { mediaJson, type UploadedRow } from '#server/features/media/media-row.ts'

/** A part of a larger statement: of the files `ids` those that `owner` uploaded, as JSON in the order in which they are wanted. */
export const ownFilesJson = (ids: string, owner: string) => `case when cardinality(${ids}) > 0 then (
  select coalesce(json_agg(${mediaJson('f')} order by array_position(${ids}, f.id)), '[]')
  from media f where f.id = any(${ids}) and f.owner_id = ${owner} and f.is_private) else '[]' end`

/** Why these files cannot be sent by a person; `found` are those of the wanted that are theirs. */
export function filesRefusal(
  wanted: readonly number[],
  found: readonly UploadedRow[],
): 'files_uploading' | 'file_unusable' | undefined {
  const types: readonly number[] = [mediaTypeCodes.video, mediaTypeCodes.image]
  if (found.length !== wanted.length) return 'file_unusable'
  if (found.some(file => file.status === 'FAIL')) return 'file_unusable'
  if (found.some(file => file.status === 'NOT_UPLOADED')) return 'files_uploading'
  return found.every(file => types.includes(file.type)) ? undefined : 'file_unusable'
}
