import type { Section } from '#web/platform/menu.ts'
import { features } from '../paths.ts'

/** Where the learner has been: the latest address of each section, and all addresses in order. */
export type SectionHistory = { latest: Partial<Record<Section, string>>; trail: readonly string[] }

export const emptyHistory: SectionHistory = { latest: {}, trail: [] }

/** Where each section starts. */
export const sectionStart: Partial<Record<Section, string>> = Object.assign(
  {},
  ...features.map(({ sections }) => sections),
)

/** More than anyone goes back. */
const longestTrail = 50

/** Adds a visit; the same address twice in a row counts once. Going back one step shortens the trail. */
export function visited(history: SectionHistory, section: Section | undefined, address: string): SectionHistory {
  const { latest, trail } = history
  if (trail.at(-1) === address) return history
  const isBack = trail.at(-2) === address
  return {
    latest: section ? { ...latest, [section]: address } : latest,
    trail: isBack ? trail.slice(0, -1) : [...trail, address].slice(-longestTrail),
  }
}

/** Where a section's button leads: its latest address or, from within the section, its start. */
export function sectionAddress(history: SectionHistory, section: Section, current: Section | undefined): string {
  const start = sectionStart[section] ?? '/'
  return section === current ? start : (history.latest[section] ?? start)
}

/** The address visited before the current one, if any. */
export function previousAddress({ trail }: SectionHistory): string | undefined {
  return trail.at(-2)
}
