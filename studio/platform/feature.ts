import type { ComponentType } from 'react'
import type { CopyKey } from '#kit/copy/copy.tsx'
import type { PatternParams } from '#kit/routing/pattern.ts'
import type { FeatureLive } from '#kit/live/listen.ts'
import { addSlots, type SlotParts } from '#kit/shell/slots.ts'
import type { IconName } from '#kit/ui/marks/Icon.tsx'
import type { User } from '#shared/features/accounts/forms.ts'
import { type AddressName, addAddresses } from './addresses.ts'

type Role = User['role']

/** What waits in a section: a number to see, words to hear. */
export type Waiting = { count: number; words: string; isLate?: boolean }

/** A part of the studio, with an entry in the shell. */
export type Section = {
  /** The address that it starts at, which is its name. */
  address: AddressName
  /** Where its entry stands, counted from the first. */
  at: number
  title: CopyKey
  icon: IconName
  /** The key that opens it. */
  key: string
  /** Who works in it; the server judges every call itself. */
  roles: readonly Role[]
  /** Loads the hook that tells what waits in it. */
  waiting?: () => Promise<() => Waiting | undefined>
}

/** What is at an address, and the section that its entry is marked for. */
export type Screen<Pattern extends string> = {
  section: AddressName
  screen: () => Promise<ComponentType<PatternParams<Pattern>>>
}

/** What a feature adds to the studio. */
export type Feature = {
  screens: Record<string, Screen<never>>
  sections?: readonly Section[]
  /** Parts of other screens, by the slot that each names. */
  slots?: SlotParts
  /** What it hears of the live connection. */
  live?: () => Promise<{ live: FeatureLive }>
}

type Declared<Own extends Record<string, string>> = Omit<Feature, 'screens'> & {
  screens: { [Name in keyof Own]: Screen<Own[Name]> }
}

/** Declares what a feature adds to the studio: its addresses by name, and what is at each of them. */
export function declareFeature<const Own extends Record<string, string>>(own: Own, declared: Declared<Own>): Feature {
  addAddresses(own)
  addSlots(declared.slots)
  return declared
}
