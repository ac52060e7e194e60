import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import type { CopyPart } from '../../web/platform/copy.ts'
import type { Access, Feature } from '../../web/platform/feature.ts'

const known = new Map<string, Promise<Record<string, Feature>>>()

/** What the learner app's features say in their screens.ts, by the name of the feature; their screens are not loaded. */
export function readManifests(root: string): Promise<Record<string, Feature>> {
  const file = join(root, 'web/app/features.ts')
  const reading = known.get(file) ?? (existsSync(file) ? importManifests(root, file) : Promise.resolve({}))
  known.set(file, reading)
  return reading
}

async function importManifests(root: string, file: string): Promise<Record<string, Feature>> {
  const { module } = await runnerImport<Record<string, Feature>>(file, {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'no-copy',
        resolveId: id => (id === 'virtual:copy/web' ? '\0no-copy' : undefined),
        load: id => (id === '\0no-copy' ? '' : undefined),
      },
    ],
  })
  return module
}

/** A file that features load when it is asked for: of a screen, with its address and its name, or of a slot. */
export type ScreenFile = {
  file: string
  name?: string
  address?: string
  access?: Access
  slot?: string
  copy: CopyPart
}

/** The files of all screens and slots. */
export function screenFilesOf(root: string, features: Record<string, Feature>): ScreenFile[] {
  return Object.values(features).flatMap(({ addresses, screens, slots = {}, copy = 'home' }) => [
    ...Object.entries(screens).map(([name, { screen, access = 'auth', copy: own = copy }]) => ({
      file: fileOf(root, screen),
      name,
      ...(addresses[name] && { address: addresses[name] }),
      access,
      copy: own,
    })),
    // Some slots of a feature share one import.
    ...Object.entries(slots)
      .filter(([, load]) => imported(load))
      .map(([slot, load]) => ({ file: fileOf(root, load), slot, copy })),
  ])
}

/** The files of what features hear of the live connection. */
export function liveFilesOf(root: string, features: Record<string, Feature>): string[] {
  return Object.values(features).flatMap(({ live }) => (live ? [fileOf(root, live)] : []))
}

/** The files of what features bring over the first screen. */
export function firstScreenFilesOf(root: string, features: Record<string, Feature>): string[] {
  return Object.values(features).flatMap(({ afterPaint }) => (afterPaint ? [fileOf(root, afterPaint.load)] : []))
}

const imported = (load: () => Promise<unknown>) => /import\w*\(\s*["']([^"']+)["']/.exec(load.toString())?.[1]

/** The one file that a loader such as `() => import('./HomeScreen.tsx').then(module => module.HomeScreen)` imports. */
function fileOf(root: string, load: () => Promise<unknown>): string {
  const path = imported(load)
  if (!path?.startsWith('/')) throw new Error(`A screen is loaded by one import: ${load.toString()}`)
  return path.startsWith(root) ? path : join(root, path)
}

/**
 * Which part of the copy a text travels in: what names an address, stands in a menu or is said in a toast, with the shell;
 * anything else where its feature says. The studio has one part.
 */
export async function copyPartsOf(root: string, app: string): Promise<(key: string, file: string) => CopyPart> {
  if (app !== 'web') return () => 'first'
  const features = await readManifests(root)
  const all = Object.values(features)
  const screens = all.flatMap(feature => Object.values(feature.screens))
  const first = new Set<string>(screens.filter(({ access }) => access !== 'auth').map(({ title }) => title))
  const home = new Set<string>([
    ...screens.map(({ title }) => title),
    ...all.flatMap(({ menu = [] }) => menu.map(({ label }) => label)),
  ])
  return (key, file) => {
    const [, folder = ''] = /features\/([^/]+)\//.exec(file) ?? []
    const [prefix = ''] = key.split('.')
    // A text may be shared under another feature's name, as the networks on the sign-in are.
    const feature = prefix in features ? prefix : folder
    const own = Object.entries(features[feature]?.copyOf ?? {}).find(([beginning]) => key.startsWith(beginning))?.[1]
    const part = own ?? (feature in features ? (features[feature]?.copy ?? 'home') : partOfApp(file))
    // Files and videos belong to days, homework and chats; why an upload failed is said of a person's picture too.
    if (key.startsWith('player.') || (key.startsWith('media.') && !key.startsWith('media.failure.'))) return 'talk'
    if (part === 'first' || first.has(key)) return 'first'
    // A toast may come on any screen.
    return home.has(key) || key.includes('.toast.') ? 'home' : part
  }
}

/** Of the app and the kit itself: what any page says, first. */
function partOfApp(file: string): CopyPart {
  return /^(kit\/(?!features\/media)|web\/app\/shell\/)/.test(file) ? 'first' : 'home'
}
