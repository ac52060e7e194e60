import { type ComponentType, lazy } from 'react'
import type { User } from '#shared/features/accounts/forms.ts'
import type { Feature, Section } from '#studio/platform/feature.ts'
import * as registry from './features.ts'
import { sectionCount } from './shell/SectionCount.tsx'

type AnyScreen = ComponentType<Record<string, number>>
type Route = { section: string; Screen: AnyScreen }

/** Every feature, in the order of the registry. */
export const features: readonly Feature[] = Object.values(registry)

/** The screens by address; their parameters come from that address's own pattern. */
export const routes = new Map(
  features.flatMap(({ screens }) =>
    Object.entries(screens).map(([name, { section, screen }]): [string, Route] => [
      name,
      { section, Screen: lazy(async () => ({ default: (await screen()) as AnyScreen })) },
    ]),
  ),
)

/** A section of the shell, with its count. */
export type ShellSection = Section & { Count: ComponentType | undefined }

const sections: readonly ShellSection[] = features
  .flatMap(({ sections: own = [] }) => own)
  .sort((one, other) => one.at - other.at)
  .map(section => ({ ...section, Count: section.waiting && sectionCount(section.waiting) }))

/** A role's sections, in the order of the shell. */
export function sectionsOf(role: User['role']): ShellSection[] {
  return sections.filter(({ roles }) => roles.includes(role))
}
