import type { FeatureLive } from '#kit/live/listen.ts'
import type { ComponentType } from 'react'
import type { CopyKey } from '#kit/copy/copy.tsx'
import type { PatternParams } from '#kit/routing/pattern.ts'
import { addSlots, type SlotParts } from '#kit/shell/slots.ts'
import type { Read } from '#kit/request/early-reads.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import type { GuardPlace, GuardVerdict, PlanFacts } from '#shared/features/accounts/rules.ts'
import { type AddressName, addAddresses } from './addresses.ts'
import { addCopy, type CopyPart } from './copy.ts'
import { addMenu, type Badge, type MenuEntry, type Section } from './menu.ts'
import { addOpeners, type Openers } from './openers.ts'

/** guest: only without a session; auth: only with one; any: always. */
export type Access = 'guest' | 'auth' | 'any'

/** What is at an address. A screen gets the address's parameters as its props. */
export type Screen<Pattern extends string> = {
  access: Access
  screen: () => Promise<ComponentType<PatternParams<Pattern>>>
  /** Reads to start in parallel with the screen's chunk; the same name and input as the screen's `callQuery`. */
  data?: (params: PatternParams<Pattern>) => Read[]
  section?: Section
  /** What the guards know it as. */
  place?: GuardPlace
  /** Asks for an e-mail first when the account has none. */
  needsEmail?: true
  /** Nothing of the app is around it, as something is asked before all else. */
  isBare?: true
  /** Where its texts travel, when not with its feature's. */
  copy?: CopyPart
  /** Its name in the browser's tab until it names itself. */
  title: CopyKey
  /** Where the back button leads when there is no page to go back to. */
  parent?: AddressName
}

type Verdict = Extract<GuardVerdict, { kind: 'askEmail' | 'refuse' }>

/** What a feature adds to the learner app. */
export type Feature = {
  /** Where its texts travel; with `home` when not said. */
  copy?: CopyPart
  screens: Record<string, Screen<never>>
  menu?: readonly MenuEntry[]
  /** Where a section starts. */
  sections?: Partial<Record<Section, string>>
  badge?: Badge
  /** Read for whoever is signed in, at once; nothing is shown before what `isNeeded` has come. */
  reads?: readonly (Read & { isNeeded?: true })[]
  /** Parts of other screens, by the slot that each names. */
  slots?: SlotParts
  /** What features before it may open without knowing it. */
  openers?: Partial<Openers>
  /** Does something with a parameter of the address that a visit begins with, before anything is drawn. */
  arrivals?: Record<string, () => Promise<unknown>>
  /** What the guards show in place of a screen. */
  guardScreen?: () => Promise<ComponentType<{ verdict: Verdict }>>
  /**
   * What the guards must know of somebody's streams and subscriptions; undefined when they need not. `answers` are those of
   * its own needed reads, in their order.
   */
  findPlan?: (user: UserWire, answers: readonly unknown[]) => Promise<PlanFacts> | undefined
  /** Begins once the first screen of a visit is drawn. */
  afterPaint?: () => void
  /** Begins once somebody is signed in and nothing else is to be done. */
  whenSignedIn?: () => void
  /** What it hears of the live connection. */
  live?: () => Promise<{ live: FeatureLive }>
}

type Declared<Own extends Record<string, string>> = Omit<Feature, 'screens'> & {
  screens: { [Name in keyof Own]: Screen<Own[Name]> }
  /** Old addresses and what they became. */
  moved?: Record<string, string>
}

/** Declares what a feature adds to the learner app: its addresses by name, and what is at each of them. */
export function declareFeature<const Own extends Record<string, string>>(own: Own, declared: Declared<Own>): Feature {
  const { moved, ...feature } = declared
  addAddresses(own, moved)
  const { copy = 'home' } = declared
  addMenu(feature)
  addOpeners(feature.openers)
  addSlots(feature.slots, () => addCopy(copy))
  for (const screen of Object.values<Screen<never>>(feature.screens)) screen.copy ??= copy
  return feature
}
