/** What a draft consists of; a place is where a set shows a lesson. */
export const draftKinds = ['course', 'stage', 'day', 'set', 'place', 'lesson', 'homework', 'document'] as const
export type DraftKind = (typeof draftKinds)[number]

/** Where a part of a draft stands: in which other part, and after which of its siblings. */
export type DraftPlace = { id: string; parent_id: string | null; sort: number; is_removed: boolean }
export type DraftNode = DraftPlace & { kind: DraftKind }

/** New parts, and parts that get another place, are removed or come back. */
export type DraftEdit = {
  added: readonly { id: string; kind: DraftKind; parent_id: string; sort: number }[]
  placed: readonly DraftPlace[]
}

const holders: Record<DraftKind, readonly DraftKind[]> = {
  course: [],
  stage: ['course'],
  day: ['stage'],
  set: ['day'],
  place: ['set'],
  lesson: ['course'],
  homework: ['stage', 'day'],
  document: ['course'],
}

/** Whether a part of kind `holder` may hold one of kind `kind`. */
const canHold = (holder: DraftKind, kind: DraftKind) => holders[kind].includes(holder)

/** The form of a part's id, which whoever adds it chooses, so that adding it twice is adding it once: a UUID. */
export const partIdPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** The permanent key of a new part; its place has no share in it, for it may move. `id` is a UUID. */
export const keyOfPart = (kind: DraftKind, id: string) => `${kind}-${id.replaceAll('-', '').slice(0, 12)}`

/** The draft after an edit; undefined where a part is unknown or would stand where it cannot. */
export function afterEdit(nodes: readonly DraftNode[], { added, placed }: DraftEdit): DraftNode[] | undefined {
  const byId = new Map(nodes.map(node => [node.id, node]))
  for (const part of added) byId.set(part.id, { ...part, is_removed: false })
  for (const place of placed) {
    const known = byId.get(place.id)
    if (!known) return undefined
    byId.set(place.id, { ...known, ...place })
  }
  const touched = [...added, ...placed].flatMap(({ id }) => byId.get(id) ?? [])
  const fits = ({ kind, parent_id }: DraftNode) => {
    const holder = byId.get(parent_id ?? '')
    return holder !== undefined && canHold(holder.kind, kind)
  }
  return touched.every(fits) ? [...byId.values()] : undefined
}

/** Whether the draft is as the edit would leave it: then the edit arrived before. */
export function isDone(nodes: readonly DraftNode[], { added, placed }: DraftEdit): boolean {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const isPlaced = (place: DraftPlace) => {
    const node = byId.get(place.id)
    return (
      node !== undefined &&
      node.parent_id === place.parent_id &&
      node.sort === place.sort &&
      node.is_removed === place.is_removed
    )
  }
  return added.every(({ id }) => byId.has(id)) && placed.every(isPlaced)
}

/** The parts that `holder` holds, in their order, without those removed. */
export function partsIn<Node extends DraftNode>(nodes: readonly Node[], holder: string): Node[] {
  return nodes
    .filter(({ parent_id, is_removed }) => parent_id === holder && !is_removed)
    .sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))
}

/** The days, in the order of the course, that show learners nothing and are not days of rest. */
export function emptyDays<Node extends DraftNode & { content: { dayOfRest?: boolean | undefined } }>(
  nodes: readonly Node[],
): Node[] {
  const held = (holders: readonly Node[], kind: DraftKind) =>
    holders.flatMap(({ id }) => partsIn(nodes, id).filter(part => part.kind === kind))
  const root = nodes.filter(({ parent_id }) => parent_id === null)
  const days = held(held(root, 'stage'), 'day')
  const isEmpty = (day: Node) => held([day], 'homework').length + held(held([day], 'set'), 'place').length === 0
  return days.filter(day => !day.content.dayOfRest && isEmpty(day))
}

/** What each kind of part says, by the names of the open format; media are named by their ids. */
export const draftFieldsOf = {
  course: [
    'languages',
    'isPartlyTranslated',
    'title',
    'shortTitle',
    'shortDescription',
    'forWhom',
    'questions',
    'alias',
    'category',
    'categoryId',
    'complexity',
    'licence',
    'attribution',
    'consultationLimit',
    'image',
    'background',
    'demoVideo',
    'isDemoDocumentsAccessible',
    'isDemoExpertMessageEnabled',
    'isDemoUserMessageEnabled',
    'isDemoOfflineModeAccessible',
    'courseOptions',
  ],
  stage: ['title'],
  day: [
    'title',
    'excerpt',
    'skippedDays',
    'opensAfterDays',
    'dayOfRest',
    'requiredToComplete',
    'selfieRequired',
    'isDemoAccessible',
    'finishTotalTime',
    'points',
    'options',
  ],
  set: ['repeatCount', 'userRepeat'],
  place: ['lesson', 'surveyFormUrl'],
  lesson: ['title', 'text', 'links', 'options', 'image', 'videos'],
  homework: [
    'title',
    'text',
    'criteria',
    'solution',
    'answerWith',
    'selfieRequired',
    'required',
    'isDemoAccessible',
    'points',
  ],
  document: ['title', 'url', 'media'],
} as const satisfies Record<DraftKind, readonly string[]>

/** What keeps a draft from being published: a part, its field, and the reason. */
export const draftReasons = [
  'is_missing',
  'is_untranslated',
  'is_too_long',
  'is_no_address',
  'is_no_alias',
  'is_taken',
  'is_empty',
  'opens_too_early',
  'number_is_taken',
  'needs_file_or_address',
  'has_no_file',
  'has_no_exercise',
  'is_being_converted',
  'is_wrong',
] as const
export type DraftReason = (typeof draftReasons)[number]
