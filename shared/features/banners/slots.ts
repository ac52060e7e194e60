/** What a learner reads on: the app is the mobile app, the others are widths of a browser. */
export const platforms = ['desktop', 'tablet', 'mobile', 'app'] as const
export type Platform = (typeof platforms)[number]

export const positions = [
  'home',
  'courses',
  'calendar',
  'day',
  'homeworks',
  'videoconsultations',
  'support',
  'settings',
  'all',
] as const
export type Position = (typeof positions)[number]

export const placements = [
  'top',
  'sidebar',
  'beforeCourse',
  'beforeStage',
  'beforeLessons',
  'insteadVideo',
  'afterVideo',
  'bottom',
  'catalog',
  'mainPage',
] as const
export type Placement = (typeof placements)[number]

/** A place for banners: where on which screen, on a desktop or a phone. */
export type BannerSlot = { code: number; platform: 'desktop' | 'mobile'; position: Position; placement: Placement }

/** The places of one platform, in the order of their codes. */
const places = [
  ['home', 'top'],
  ['home', 'sidebar'],
  ['home', 'beforeCourse'],
  ['home', 'bottom'],
  ['courses', 'top'],
  ['courses', 'beforeCourse'],
  ['courses', 'catalog'],
  ['calendar', 'top'],
  ['calendar', 'beforeStage'],
  ['day', 'beforeLessons'],
  ['day', 'insteadVideo'],
  ['day', 'afterVideo'],
  ['homeworks', 'top'],
  ['videoconsultations', 'top'],
  ['support', 'top'],
  ['settings', 'top'],
  ['all', 'top'],
] as const satisfies (readonly [Position, Placement])[]

const slotsOf = (platform: BannerSlot['platform'], first: number): BannerSlot[] =>
  places.map(([position, placement], index) => ({ code: first + index, platform, position, placement }))

/** Every place by its code; the table of decision 037. */
export const bannerSlots: readonly BannerSlot[] = [
  ...slotsOf('desktop', 1),
  ...slotsOf('mobile', places.length + 1),
  { code: 10_001, platform: 'desktop', position: 'home', placement: 'mainPage' },
  { code: 20_001, platform: 'mobile', position: 'home', placement: 'mainPage' },
]

/** The codes of all places. */
export const slotCodes: readonly number[] = bannerSlots.map(({ code }) => code)

const slotByCode = new Map(bannerSlots.map(slot => [slot.code, slot]))

const layoutOf = (platform: Platform): BannerSlot['platform'] =>
  platform === 'desktop' || platform === 'tablet' ? 'desktop' : 'mobile'

/** The positions of codes, each once; an unknown code has none. */
export function positionsOf(codes: readonly number[]): Position[] {
  const found = new Set(codes.map(code => slotByCode.get(code)?.position))
  return positions.filter(position => found.has(position))
}

/** The codes that fill a place of a screen on a platform: its own, and that of all screens. */
export function codesAt(platform: Platform, position: Position, placement: Placement): number[] {
  const layout = layoutOf(platform)
  return bannerSlots
    .filter(slot => slot.platform === layout && slot.placement === placement)
    .filter(slot => slot.position === position || slot.position === 'all')
    .map(({ code }) => code)
}
