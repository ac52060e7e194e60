import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { firstScreenFilesOf, liveFilesOf, readManifests, type ScreenFile, screenFilesOf } from './manifests.ts'

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>
type Plan = Map<string, string>

/** What is read of other sites' packages and changes seldom: a new release leaves it on the device. */
const vendor = /node_modules\/(react|react-dom|scheduler|wouter|regexparam|mitt|use-sync-external-store)\//

/** A package's index names these to every screen, but few read page by page or several queries at once. */
const seldomUsed = /@tanstack\/.*\/(useInfiniteQuery|infiniteQueryObserver|useQueries|queriesObserver)\.js$/

/**
 * Screens of which the plan has a mind of its own: what is opened most, and where strangers buy. They stand here and not in their
 * features' screens.ts because that travels to every device, whose first load has no room for what only the build reads.
 */
const mostOpened = ['home', 'calendar']
const ofStrangers = ['checkout']

/**
 * What comes by itself once the first screen is drawn, and what of it `holds`: each would drag along the part of the copy whose
 * screens share something with it, and every further file is a name in the first script. `late` is what several of them and many screens need.
 */
const comingLate = {
  late: {
    files: [
      'kit/features/media/player/own-copies.ts',
      'kit/features/media/upload-text.ts',
      'kit/ui/actions/use-after-press.ts',
      'kit/ui/actions/use-held-focus.ts',
      'kit/ui/layers/QuestionDialog.tsx',
      'shared/features/courses/markdown/addresses.ts',
    ],
    holds: /./,
  },
  banners: { files: ['web/features/banners/BannerSlot.tsx'], holds: /./ },
  clubs: { files: ['web/features/clubs/data.ts'], holds: /./ },
  goals: {
    files: ['web/features/goals/WeekGoal.tsx', 'web/features/goals/WeekAtDayEnd.tsx'],
    holds: /\/features\/goals\//,
  },
  downloads: {
    files: ['web/features/downloads/late-downloads.ts'],
    holds: /\/features\/downloads\//,
  },
}

/**
 * Says which file of the learner app each module travels in, from what its features say in their screens.ts; null leaves it
 * to the bundler. In order, each file holds what the ones before it do not:
 * `vendor`; `drawing`, which draws any page, with what comes over the first screen; `sign-in`, its screen; `screens`, what
 * is around every screen behind it, home and the calendar; `live`, what listens once a screen is drawn; `checkout`, where strangers
 * buy; what comes late; then one file for
 * what several screens of one part of the copy share. The looks of all before `live` are one file.
 */
export async function planChunks(root: string): Promise<(id: string, graph: Graph) => string | null> {
  const manifests = await readManifests(root)
  const screens = screenFilesOf(root, manifests)
  const lives = liveFilesOf(root, manifests)
  const afterPaint = firstScreenFilesOf(root, manifests)
  const app = (file: string) => join(root, 'web/app', file)
  let planned: { graph: Graph; plan: Plan } | undefined
  return (id, graph) => {
    if (planned?.graph !== graph) planned = { graph, plan: makePlan(graph, { screens, lives, afterPaint, app }) }
    return planned.plan.get(id) ?? null
  }
}

type Given = {
  screens: readonly ScreenFile[]
  lives: readonly string[]
  afterPaint: readonly string[]
  app: (file: string) => string
}

function makePlan(graph: Graph, { screens, lives, afterPaint, app }: Given): Plan {
  const plan: Plan = new Map()
  const put = (name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!plan.has(id)) plan.set(id, name)
  }
  const filesOf = (isWanted: (screen: ScreenFile) => boolean) => [
    ...new Set(screens.filter(isWanted).map(({ file }) => file)),
  ]
  // What runs first knows nothing of drawing; the bundler keeps it with the entry.
  const start = reachable(graph, [app('main.ts')])
  const isNew = (id: string) => !start.has(id) && !seldomUsed.test(id)
  const putReached = (name: string, files: readonly string[]) => put(name, [...reachable(graph, files)].filter(isNew))
  for (const id of reachable(graph, [app('render.tsx')])) if (vendor.test(id)) plan.set(id, 'vendor')
  const waiting = [...start].find(id => vendor.test(id))
  if (waiting) throw new Error(`What runs first would wait for ${waiting}`)
  // The column that most screens stand in would be one more file to name for each of them.
  putReached('drawing', [app('render.tsx'), ...afterPaint, app('../../kit/ui/Page.module.css')])
  const signIn = filesOf(({ access, copy }) => access === 'guest' && copy === 'first')
  const namedIn = (names: readonly string[]) => filesOf(({ name = '' }) => names.includes(name))
  const opened = namedIn(mostOpened)
  const behind = reachable(graph, [app('SignedInApp.tsx'), ...filesOf(({ slot }) => slot === 'header')])
  const atSignIn = reachable(graph, [
    ...signIn,
    ...signIn.flatMap(file => graph.getModuleInfo(file)?.dynamicallyImportedIds ?? []),
  ])
  const whenOpened = reachable(graph, opened)
  // What both sides of the sign-in need is drawn by any page.
  const isOnBothSides = (id: string) => isNew(id) && (behind.has(id) || whenOpened.has(id))
  put('drawing', [...atSignIn].filter(isOnBothSides))
  put('sign-in', [...atSignIn].filter(isNew))
  putReached('screens', [...behind, ...opened])
  for (const id of plan.keys()) if (id.endsWith('.css')) plan.set(id, 'drawing')
  const listening = [app('live.ts'), join(app('..'), '../kit/live/listener.tsx'), ...lives]
  const checkout = namedIn(ofStrangers)
  // A stranger who buys fetches nothing of what listens.
  const whileListening = reachable(graph, listening)
  put(
    'screens',
    [...reachable(graph, checkout)].filter(id => isNew(id) && whileListening.has(id)),
  )
  putReached('live', listening)
  putReached('checkout', checkout)
  for (const [name, ids] of reachedLate(graph, app)) put(name, ids.filter(isNew))
  for (const [id, part] of sharedByPart(graph, screens)) if (isNew(id)) put(part, [id])
  return plan
}

/** What each file of what comes late would hold, were it the first. */
function reachedLate(graph: Graph, app: Given['app']): [name: string, ids: string[]][] {
  const inHouse = (file: string) => join(app('../..'), file)
  return Object.entries(comingLate).map(([name, { files, holds }]) => [
    name,
    [...reachable(graph, files.map(inHouse))].filter(id => holds.test(id)),
  ])
}

/**
 * The modules that two or more screens share, all of them of one part of the copy, with that part; and the looks that one screen
 * alone has, for a file of their own would be one more name in the first script.
 */
function sharedByPart(graph: Graph, screens: readonly ScreenFile[]): Map<string, string> {
  const users = new Map<string, Map<string, string>>()
  for (const { file, copy, access } of screens) {
    if (access === undefined) continue
    for (const id of reachable(graph, [file])) users.set(id, (users.get(id) ?? new Map()).set(file, copy))
  }
  const slots = screens.filter(({ access }) => access === undefined).map(({ file }) => file)
  const inSlots = reachable(graph, slots)
  // What no screen reaches is of none.
  const usedBy = (id: string) => [...(users.get(id)?.keys() ?? [''])]
  const shared = [...users].flatMap(([id, byFile]): [string, string][] => {
    const parts = new Set(byFile.values())
    const [part] = parts
    const isOfThese = (from: string) =>
      byFile.has(from) || (!inSlots.has(from) && usedBy(from).every(file => byFile.has(file)))
    const isOwnLook = id.endsWith('.css') && graph.getModuleInfo(id)?.importers.every(isOfThese)
    return (byFile.size > 1 || isOwnLook) && parts.size === 1 && part !== undefined ? [[id, part]] : []
  })
  return new Map(shared)
}

/** What these modules import, however deep, and they themselves; lazy imports are not followed. */
function reachable(graph: Graph, ids: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...ids]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
