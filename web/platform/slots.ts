import type { ComponentType } from 'react'
import { addCopy, type CopyPart } from './copy.ts'

/** Places in a screen that features after its own fill, with what each is told; the screen's feature adds them here. */
export interface Slots {}

export type SlotParts = { [Name in keyof Slots]?: () => Promise<ComponentType<Slots[Name]>> }

type Load = () => Promise<ComponentType<object>>
const known = new Map<string, Load[]>()

/** Makes known what a feature puts in slots; it is loaded with what it says. */
export function addSlots(own: SlotParts | undefined, copy: CopyPart): void {
  for (const [name, load] of Object.entries(own ?? {}) as [string, Load][]) {
    const withCopy = async () => (await Promise.all([load(), addCopy(copy)]))[0]
    known.set(name, [...(known.get(name) ?? []), withCopy])
  }
}

/** What features put in this slot, in the order of the registry. */
export const partsOf = (name: string): readonly Load[] => known.get(name) ?? []
