import type { ComponentType } from 'react'
import { componentOf, type Part } from './part.ts'

/** Places in a screen that later features fill, with the props each gets; declared by the screen's feature, or by the one that fills several. */
export interface Slots {}

/** A feature's parts for slots, by name. */
export type SlotParts = { [Name in keyof Slots]?: () => Promise<Part<Slots[Name]>> }

export type SlotPart = () => Promise<ComponentType<object>>

const Nothing: ComponentType<object> = () => null

const known = new Map<string, SlotPart[]>()

/** Registers a feature's slot parts; `prepare` loads what a part needs besides its code, `isOn` says whether it is shown. */
export function addSlots(
  own: SlotParts = {},
  prepare: () => Promise<unknown> = async () => {},
  isOn: () => boolean = () => true,
): void {
  for (const [name, load] of Object.entries(own) as [string, () => Promise<Part<object>>][]) {
    const part = async () => (isOn() ? componentOf((await Promise.all([load(), prepare()]))[0]) : Nothing)
    known.set(name, [...(known.get(name) ?? []), part])
  }
}

/** The parts registered for this slot, in the registry's order. */
export const partsOf = (name: string): readonly SlotPart[] => known.get(name) ?? []
