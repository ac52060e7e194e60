import type { CopyKey } from '#kit/copy/copy.tsx'
import type { Language } from '#kit/copy/language.ts'
import type { PatternParams } from '#kit/routing/pattern.ts'
import type { FeatureLive } from '#kit/live/listen.ts'
import type { Part } from '#kit/shell/part.ts'
import { addSlots, type SlotParts } from '#kit/shell/slots.ts'
import type { IconName } from '#kit/ui/marks/Icon.tsx'
import type { User } from '#shared/features/accounts/forms.ts'
import { type AddressName, addAddresses } from './addresses.ts'

type Role = User['role']

/** The count of a section: a number to show, words for screen readers. */
export type Waiting = { count: number; words: string; isLate?: boolean }

/** A part of the studio, with an entry in the shell. */
export type Section = {
  /** Its start address, which is also its name. */
  address: AddressName
  /** The position of its entry, from the first. */
  at: number
  title: CopyKey
  icon: IconName
  /** The key that opens it. */
  key: string
  /** The roles that work in it; the server checks every call itself. */
  roles: readonly Role[]
  /** Loads the hook for its count. */
  waiting?: () => Promise<() => Waiting | undefined>
}

/** A screen, its address, and the section it belongs to; a `door` opens without a session, outside of the shell. */
export type Screen<Pattern extends string> = {
  section: AddressName | 'door'
  screen: () => Promise<Part<PatternParams<Pattern>>>
}

/** Something of the school: what it is called, what tells it from its like, and where it is shown. */
export type Found = { name: string; detail: string; href: string }

/** The best few things of a feature for these words. */
export type Find = (words: string, asked: { signal: AbortSignal; language: Language }) => Promise<Found[]>

/** Finds a feature's things by words; `roles` may look for them. */
export type Finder = {
  title: CopyKey
  roles: readonly Role[]
  find: () => Promise<Find>
}

/** What a feature adds to the studio. */
export type Feature = {
  screens: Record<string, Screen<never>>
  sections?: readonly Section[]
  /** What the search of the whole studio finds. */
  finder?: Finder
  /** Parts for other screens, by slot. */
  slots?: SlotParts
  /** Its live listeners. */
  live?: () => Promise<{ live: FeatureLive }>
}

type Declared<Own extends Record<string, string>> = Omit<Feature, 'screens'> & {
  screens: { [Name in keyof Own]: Screen<Own[Name]> }
}

/** Declares what a feature adds to the studio: its addresses by name, and the screen at each. */
export function declareFeature<const Own extends Record<string, string>>(own: Own, declared: Declared<Own>): Feature {
  addAddresses(own)
  addSlots(declared.slots)
  return declared
}
