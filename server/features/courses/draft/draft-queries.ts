import { many, one, run } from '#server/platform/database/statement.ts'
import type { DraftNode } from '#shared/features/courses/draft.ts'
import type { DraftFields, DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import type { Texts } from '../course-tree.ts'
import type { CourseContent } from '../publish/write-course.ts'

/** A part of a draft with what it says. */
export type DraftPart = DraftNode & { key: string; revision: number; content: DraftFields }

/** Adds a course that nobody reads yet, with a draft; undefined where its key is taken. */
export const insertUnpublishedCourse = one<
  { brandId: string; key: string; languages: readonly string[]; texts: string; userId: number | null },
  { id: number }
>(
  'insert-unpublished-course',
  `with course as (
     insert into courses (brand_id, key, version, languages, texts, days_count)
     values ($brandId, $key, 0, $languages, $texts, 0) on conflict (brand_id, key) do nothing returning id
   )
   insert into course_drafts (course_id, base, updated_by) select id, 0, $userId from course returning course_id as id`,
)

export const findCourseByKey = one<[brandId: string, key: string], { id: number }>(
  'find-course-by-key',
  'select id from courses where brand_id = $1 and key = $2',
)

/** Starts a draft of a course of the brand; undefined where there is one already, or no such course. */
export const insertDraft = one<[courseId: number, brandId: string, userId: number], { content: CourseContent | null }>(
  'insert-course-draft',
  `insert into course_drafts (course_id, base, updated_by)
   select id, version, $3 from courses where id = $1 and brand_id = $2
   on conflict (course_id) do nothing
   returning case when base > 0 then course_content(course_id) end as content`,
)

export const insertDraftParts = run<[courseId: number, parts: string]>(
  'insert-course-draft-parts',
  `insert into course_draft_parts (id, course_id, parent_id, kind, key, sort, content)
   select p.id, $1, p.parent_id, p.kind, p.key, p.sort, p.content
   from json_to_recordset($2) as p(id uuid, parent_id uuid, kind text, key text, sort int, content jsonb)`,
)

type Draft = {
  key: string
  texts: Texts
  languages: string[]
  base: number
  version: number
  revision: number
  updated_at: number
  updated_by: string | null
}

/** A course's draft with the heads of its parts: without the long texts, of which only the languages are told. */
export const findDraft = one<[courseId: number, brandId: string], Draft & { parts: DraftHeadWire[] }>(
  'find-course-draft',
  `select c.key, c.texts, c.languages, d.base, c.version, d.revision, unix(d.updated_at) as updated_at,
     coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, u.username) as updated_by,
     (select coalesce(json_agg(json_build_object('id', p.id, 'parent_id', p.parent_id, 'kind', p.kind, 'key', p.key,
       'sort', p.sort, 'is_removed', p.is_removed, 'revision', p.revision,
       'content', p.content - '{text,links,excerpt,criteria,solution}'::text[],
       'text_languages', array(select t.key from jsonb_each_text(p.content -> 'text') t where trim(t.value) <> '')
     ) order by p.sort, p.id), '[]') from course_draft_parts p where p.course_id = d.course_id) as parts
   from courses c join course_drafts d on d.course_id = c.id left join users u on u.id = d.updated_by
   where c.id = $1 and c.brand_id = $2`,
)

/** The file that a draft was made of, and where the store has each file that it names. */
type DraftSource = { yaml: string; files: Record<string, string> }

export const setDraftSource = run<[courseId: number, source: string]>(
  'set-course-draft-source',
  'update course_drafts set source = $2 where course_id = $1',
)

/** Makes changes of one draft wait for each other; undefined where the brand has no such draft. */
export const lockDraft = one<
  [courseId: number, brandId: string],
  { key: string; base: number; version: number; revision: number; source: DraftSource | null }
>(
  'lock-course-draft',
  `select c.key, d.base, c.version, d.revision, d.source from course_drafts d join courses c on c.id = d.course_id
    where d.course_id = $1 and c.brand_id = $2 for update of d`,
)

export const listDraftNodes = many<[courseId: number], DraftNode>(
  'list-course-draft-nodes',
  'select id, parent_id, kind, sort, is_removed from course_draft_parts where course_id = $1',
)

export const listDraftParts = many<[courseId: number], DraftPart>(
  'list-course-draft-parts',
  `select id, parent_id, kind, sort, is_removed, key, revision, content from course_draft_parts where course_id = $1`,
)

/** What parts that are doubled say, those of other courses of the brand too. */
export const listDoubled = many<[brandId: string, ids: readonly string[]], { id: string; content: DraftFields }>(
  'list-doubled-course-parts',
  `select p.id, p.content from course_draft_parts p join courses c on c.id = p.course_id
    where c.brand_id = $1 and p.id = any($2::uuid[])`,
)

/** Adds parts and gives others their places, as one change of the draft. */
export const editDraft = one<{ courseId: number; userId: number; added: string; placed: string }, { revision: number }>(
  'edit-course-draft',
  `with added as (
     insert into course_draft_parts (id, course_id, parent_id, kind, key, sort, content)
     select p.id, $courseId, p.parent_id, p.kind, p.key, p.sort, p.content
     from json_to_recordset($added) as p(id uuid, parent_id uuid, kind text, key text, sort int, content jsonb)
   ), placed as (
     update course_draft_parts d set parent_id = p.parent_id, sort = p.sort, is_removed = p.is_removed
     from json_to_recordset($placed) as p(id uuid, parent_id uuid, sort int, is_removed boolean)
     where d.id = p.id and d.course_id = $courseId
   )
   update course_drafts set revision = revision + 1, updated_at = now(), updated_by = $userId
    where course_id = $courseId returning revision`,
)

/** One part whole; undefined where the brand has none such. */
export const findDraftPart = one<[courseId: number, brandId: string, id: string], DraftPart>(
  'find-course-draft-part',
  `select p.id, p.parent_id, p.kind, p.sort, p.is_removed, p.key, p.revision, p.content
     from course_draft_parts p join courses c on c.id = p.course_id
    where c.id = $1 and c.brand_id = $2 and p.id = $3`,
)

/** Changes what a part says, if nobody has meanwhile; undefined otherwise. */
export const setDraftContent = one<
  { courseId: number; id: string; revision: number; content: string; userId: number },
  { revision: number }
>(
  'set-course-draft-content',
  `with draft as (
     update course_drafts set updated_at = now(), updated_by = $userId where course_id = $courseId returning course_id
   )
   update course_draft_parts p set content = p.content || $content::jsonb, revision = p.revision + 1
     from draft where p.course_id = draft.course_id and p.id = $id and p.revision = $revision returning p.revision`,
)

export const deleteDraft = run<[courseId: number]>(
  'delete-course-draft',
  'delete from course_drafts where course_id = $1',
)

export const deleteUnpublishedCourse = run<[courseId: number]>(
  'delete-unpublished-course',
  'delete from courses where id = $1 and version = 0',
)

type UsableMedia = {
  id: number
  type: number
  status: MediaFileWire['status']
  name: string
  progress: number
  failure: string | null
}

const usableMedia = `select m.id, m.type, m.status, m.name, m.progress, m.failure from media m
  where m.id = any($2::bigint[]) and m.replaces_id is null and not m.is_archive and ((m.is_in_library and m.brand_id = $1)
    or exists (select from media_uses u where u.brand_id = $1 and u.media_id = m.id and u.place <> 'draft'))`

/** Which of the media items courses of the brand may use: its library's, and what its courses have or had. */
export const listUsableMedia = many<[brandId: string, ids: readonly number[]], UsableMedia>(
  'list-usable-course-media',
  usableMedia,
)

/** The same, and none of them is deleted before the transaction ends. */
export const lockUsableMedia = many<[brandId: string, ids: readonly number[]], UsableMedia>(
  'lock-usable-course-media',
  `${usableMedia} for key share of m`,
)
