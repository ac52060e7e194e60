import type { FeatureLive } from '#kit/live/listen.ts'
import type { CopyKey } from '#kit/copy/copy.tsx'
import type { PatternParams } from '#kit/routing/pattern.ts'
import type { Part } from '#kit/shell/part.ts'
import { addSlots, type SlotParts } from '#kit/shell/slots.ts'
import type { Read } from '#kit/request/early-reads.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import type { GuardPlace, GuardVerdict, PlanFacts } from '#shared/features/accounts/rules.ts'
import { type AddressName, addAddresses } from './addresses.ts'
import { addCopy, type CopyPart } from './copy.ts'
import { addMenu, type Badge, type MenuEntry, type Section } from './menu.ts'
import { addOpeners, type Openers } from './openers.ts'
import { type IsOn, isOnHere } from './school.ts'

/** guest: only without a session; auth: only with one, as most are; any: always. */
export type Access = 'guest' | 'auth' | 'any'

/** A screen and its address. It gets the address's parameters as props. */
export type Screen<Pattern extends string> = {
  /** `auth` by default. */
  access?: Access
  screen: () => Promise<Part<PatternParams<Pattern>>>
  /** Reads to start in parallel with the screen's chunk; the same name and input as the screen's `callQuery`. */
  data?: (params: PatternParams<Pattern>) => Read[]
  section?: Section
  /** Its name for the guards. */
  place?: GuardPlace
  /** Asks for an e-mail first when the account has none. */
  needsEmail?: true
  /** Shown without the app's shell, because it must be completed first. */
  isBare?: true
  /** Which file its texts are in, unless its feature's. */
  copy?: CopyPart
  /** Its title in the browser tab until the screen sets its own. */
  title: CopyKey
  /** Where the back button leads when there is no previous page. */
  parent?: AddressName
}

type Verdict = Extract<GuardVerdict, { kind: 'askEmail' | 'refuse' }>

/** What a feature adds to the learner app. */
export type Feature = {
  /** The patterns of its addresses, by the names of their screens. */
  addresses: Record<string, string>
  /** Whether the school has it; without it there is none of its screens, menu entries, reads, parts and listeners. */
  isOn?: IsOn
  /** Which file its texts are in; `home` by default. */
  copy?: CopyPart
  /** Texts in another file than the feature's, by the beginnings of their keys: what is loaded on a press alone. */
  copyOf?: Record<string, CopyPart>
  screens: Record<string, Screen<never>>
  menu?: readonly MenuEntry[]
  /** Where a section starts. */
  sections?: Partial<Record<Section, string>>
  badge?: Badge
  /** Read at once for every signed-in user; nothing is shown until those with `isNeeded` have arrived. */
  reads?: readonly (Read & { isNeeded?: true })[]
  /** Parts for other screens, by slot. */
  slots?: SlotParts
  /** Functions earlier features can call without importing this one. */
  openers?: Partial<Openers>
  /** Handles a parameter of the visit's first address before anything is rendered. */
  arrivals?: Record<string, () => Promise<unknown>>
  /** Shown by the guards instead of a screen. */
  guardScreen?: () => Promise<Part<{ verdict: Verdict }>>
  /**
   * What the guards need to know about a person's streams and subscriptions; undefined when nothing. `answers` are
   * those of the feature's own needed reads, in order.
   */
  findPlan?: (user: UserWire, answers: readonly unknown[]) => Promise<PlanFacts> | undefined
  /** What comes over the first screen of a visit: `await`, called once that is rendered, says when to begin. */
  afterPaint?: { load: () => Promise<{ begin: () => void }>; await: (begin: () => void) => void }
  /** Called once somebody is signed in and the app is idle; what fails is left until the next visit. */
  whenSignedIn?: () => Promise<unknown>
  /**
   * How the names begin under which it keeps something on the device: while something is there, `whenSignedIn` is called also where the
   * school does not have it any more.
   */
  keeps?: string
  /** Its live listeners. */
  live?: () => Promise<{ live: FeatureLive }>
}

type Declared<Own extends Record<string, string>> = Omit<Feature, 'screens' | 'addresses'> & {
  screens: { [Name in keyof Own]: Screen<Own[Name]> }
  /** Old addresses and their replacements. */
  moved?: Record<string, string>
}

/** Declares what a feature adds to the learner app: its addresses by name, and the screen at each. */
export function declareFeature<const Own extends Record<string, string>>(own: Own, declared: Declared<Own>): Feature {
  const { moved, ...rest } = declared
  const feature = { ...rest, addresses: own }
  const { copy = 'home', isOn } = declared
  addAddresses(own, moved, isOn)
  addMenu(feature)
  addOpeners(feature.openers)
  addSlots(
    feature.slots,
    () => addCopy(copy),
    () => isOnHere(isOn),
  )
  for (const screen of Object.values<Screen<never>>(feature.screens)) screen.copy ??= copy
  return feature
}
