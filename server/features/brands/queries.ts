import { one } from '#server/platform/database/statement.ts'

export type OverrideRow = {
  brandId: string
  override: Record<string, unknown>
  version: number
  /** Unix seconds. */
  updatedAt: number
  updatedBy: { id: number; name: string } | null
}

const columns = `o.brand_id as "brandId", o.override, o.version, unix(o.updated_at) as "updatedAt",
  case when u.id is not null then json_build_object('id', u.id,
    'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, u.username)) end as "updatedBy"`

/** The overrides of all brands and their uploaded pictures. */
export const readOverrides = one<[], { overrides: OverrideRow[]; pictures: { name: string; brandId: string }[] }>(
  'read-brand-overrides',
  `select (select coalesce(json_agg(r), '[]') from (
             select ${columns} from brand_overrides o left join users u on u.id = o.updated_by) r) as overrides,
          (select coalesce(json_agg(json_build_object('name', name, 'brandId', brand_id)), '[]') from brand_pictures) as pictures`,
)

/**
 * Replaces an override if it still has the given version (0 for none) and notifies every node; otherwise returns
 * nothing.
 */
export const setOverride = one<
  [brandId: string, override: string, seenVersion: number, userId: number],
  { version: number }
>(
  'set-brand-override',
  `with changed as (
     insert into brand_overrides as o (brand_id, override, version, updated_by)
     select $1, $2::jsonb, $3::int + 1, $4::bigint
      where $3 = 0 or exists (select from brand_overrides where brand_id = $1 and version = $3)
     on conflict (brand_id) do update
       set override = excluded.override, version = excluded.version, updated_by = excluded.updated_by, updated_at = now()
       where o.version = $3
     returning version
   ) select version, pg_notify('brand_changed', $1)::text from changed`,
)

/**
 * Stores a picture once. Removes the brand's pictures that are not among `used`, in its catalogue or less than a day old, so that
 * forms that were never saved leave nothing behind.
 */
export const insertPicture = one<
  [name: string, brandId: string, mime: string, bytes: Buffer, used: string[]],
  { name: string }
>(
  'insert-brand-picture',
  `with forgotten as (
     delete from brand_pictures
     where brand_id = $2 and name <> $1 and not name = any($5) and created_at < now() - interval '1 day'
       and not exists (select from catalog_positions p where p.picture = brand_pictures.name)
   )
   insert into brand_pictures (name, brand_id, mime, bytes) values ($1, $2, $3, $4)
   on conflict (name) do update set created_at = now() returning name`,
)

/** How many pictures a brand has, not counting those the next upload removes. */
export const countPictures = one<[brandId: string, used: string[]], { count: number }>(
  'count-brand-pictures',
  `select count(*)::int as count from brand_pictures
   where brand_id = $1 and (name = any($2) or created_at >= now() - interval '1 day')`,
)

export const findPicture = one<[name: string], { mime: string; bytes: Buffer }>(
  'find-brand-picture',
  'select mime, bytes from brand_pictures where name = $1',
)
