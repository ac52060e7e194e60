import { many, one } from '#server/platform/database/statement.ts'
import { mediaColumns, type UploadedRow } from '#server/features/media/media-item.ts'
import type { MediaUseWire, ShowingWire } from '#shared/features/library/contract.ts'
import type { fileKinds, fileStates } from '#shared/features/library/rules.ts'

export type LibraryRow = UploadedRow & { madeBytes: number; isUsed: boolean }

type Wanted = {
  brandId: string
  search: string
  kind: (typeof fileKinds)[number] | null
  state: (typeof fileStates)[number] | null
  isUnused: boolean
  limit: number
  offset: number
}

const kindOf = (alias: string) => `case ${alias}.type when 1 then 'video' when 2 then 'image' else 'document' end`
const stateOf = (alias: string) =>
  `case ${alias}.status when 'DONE' then 'ready' when 'FAIL' then 'failed' else 'waiting' end`
/** SQL: a file of a library; what was refused while it was sent is told to its sender alone. */
const isShown = (alias: string) => `${alias}.is_in_library and (${alias}.owner_id is null or ${alias}.status <> 'FAIL')`

/** One page of a brand's files, the latest first, with the total in each row; past the end, a single row without an id. */
export const listLibrary = many<Wanted, (LibraryRow | { id: null }) & { total: number }>(
  'list-library',
  `with used as materialized (
     select media_id from media_uses where brand_id = $brandId union select media_id from shown_files where brand_id = $brandId
   ),
   found as not materialized (
     select m.*, u.media_id is not null as is_used from media m left join used u on u.media_id = m.id
      where m.brand_id = $brandId and ${isShown('m')}
        and ($search = '' or strpos(lower(m.name), lower($search)) > 0)
        and ($kind::text is null or ${kindOf('m')} = $kind)
        and ($state::text is null or ${stateOf('m')} = $state)
        and (not $isUnused::boolean or u.media_id is null))
   select counted.total, page.* from (select count(*)::int as total from found) counted
   left join (
     select ${mediaColumns('f')}, f.made_bytes as "madeBytes", f.is_used as "isUsed" from found f
      order by f.id desc limit $limit offset $offset
   ) page on true order by page.id desc`,
)

type Titles = Record<string, string>
export type UseRow = Pick<MediaUseWire, 'course_id' | 'place' | 'part' | 'part_id'> & {
  course: Titles
  titles: Titles | null
}

/** SQL: where a brand's courses use a file, what learners read first. */
const usesOf = (
  brandId: string,
  mediaId: string,
) => `coalesce((select json_agg(used order by used.rank, used.course_id, used.part)
  from (select distinct u.course_id, u.place, u.part, u.part_id, titles_in(c.texts) as course, u.titles,
      array_position(array['published', 'draft', 'archived'], u.place) as rank
    from media_uses u join courses c on c.id = u.course_id
    where u.brand_id = ${brandId} and u.media_id = ${mediaId} limit 200) used), '[]')`

export type ShowingRow = Pick<ShowingWire, 'kind' | 'id'> & { titles: Titles }

/** SQL: a brand's banners and articles that show a file. */
const showingOf = (brandId: string, mediaId: string) => `coalesce((select json_agg(shown order by shown.kind, shown.id)
  from (select s.kind, s.id, titles_in(s.texts) as titles from shown_files s
    where s.brand_id = ${brandId} and s.media_id = ${mediaId} limit 200) shown), '[]')`

/** One file of a brand's library, and where it is used. */
export const findLibraryFile = one<
  [brandId: string, id: number],
  Omit<LibraryRow, 'isUsed'> & { uses: (UseRow & { rank: number })[]; showing: ShowingRow[] }
>(
  'find-library-file',
  `select ${mediaColumns('m')}, m.made_bytes as "madeBytes", ${usesOf('$1', 'm.id')} as uses,
     ${showingOf('$1', 'm.id')} as showing from media m
    where m.id = $2 and m.brand_id = $1 and ${isShown('m')}`,
)

export const weighLibrary = one<[brandId: string], { files: number; originals: number; made: number }>(
  'weigh-library',
  `select count(*)::int as files, coalesce(sum(m.bytes), 0)::bigint as originals,
     coalesce(sum(m.made_bytes), 0)::bigint as made
   from media m where m.brand_id = $1 and ${isShown('m')} and m.status <> 'NOT_UPLOADED'`,
)

/** Whether a file is of the brand's library. */
export const isOfLibrary = one<[brandId: string, id: number], { id: number }>(
  'is-of-library',
  'select id from media where id = $2 and brand_id = $1 and is_in_library',
)
