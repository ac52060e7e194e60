import { type ComponentType, lazy } from 'react'
import type { User } from '#shared/features/accounts/forms.ts'
import type { Feature, Section } from '#studio/platform/feature.ts'
import * as registry from './features.ts'
import { sectionCount } from './shell/SectionCount.tsx'

type AnyScreen = ComponentType<Record<string, number>>
/** After `forgetFailures`, `Screen` is a new component: React remembers that the old one failed to load. */
export type Route = { section: string; readonly Screen: AnyScreen }

/** Every feature, in the order of the registry. */
export const features: readonly Feature[] = Object.values(registry)

/** The screens by address; their parameters come from that address's own pattern. */
export const routes = new Map(
  features.flatMap(({ screens }) =>
    Object.entries(screens).map(([name, { section, screen }]): [string, Route] => [
      name,
      screenRoute(section, async () => (await screen()) as AnyScreen),
    ]),
  ),
)

const failed = new Set<() => void>()

function screenRoute(section: string, load: () => Promise<AnyScreen>): Route {
  const made = () => {
    const loading = async () => ({ default: await load() })
    return lazy(() =>
      loading().catch((error: unknown) => {
        failed.add(again)
        throw error
      }),
    )
  }
  let Screen = made()
  const again = () => {
    Screen = made()
  }
  return {
    section,
    get Screen() {
      return Screen
    },
  }
}

/** Lets screens that failed to load be requested again. */
export function forgetFailures(): void {
  for (const again of failed) again()
  failed.clear()
}

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
