import type { ComponentType } from 'react'
import { componentOf, type Part } from '#kit/shell/part.ts'
import type { User } from '#shared/features/accounts/forms.ts'
import type { Feature, Section } from '#studio/platform/feature.ts'
import * as registry from './features.ts'
import { sectionCount } from './shell/SectionCount.tsx'

type AnyScreen = ComponentType<Record<string, number>>

const failed = new Set<Route>()

/** The screen of an address, whose chunk is requested once. */
export class Route {
  readonly section: string
  #request: () => Promise<AnyScreen>
  #loading: Promise<AnyScreen> | undefined
  #arrived: AnyScreen | undefined

  constructor(section: string, request: () => Promise<AnyScreen>) {
    this.section = section
    this.#request = request
  }

  /** Starts loading the screen; a failure lasts until `forgetFailures`. */
  load(): Promise<AnyScreen> {
    this.#loading ??= this.#request().then(
      screen => (this.#arrived = screen),
      (error: unknown) => {
        failed.add(this)
        throw error
      },
    )
    return this.#loading
  }

  /** The screen once it is here. */
  get arrived(): AnyScreen | undefined {
    return this.#arrived
  }

  forget(): void {
    this.#loading = undefined
  }
}

/** Every feature, in the order of the registry. */
export const features: readonly Feature[] = Object.values(registry)

/** The screens by address; their parameters come from that address's own pattern. */
export const routes = new Map(
  features.flatMap(({ screens }) =>
    Object.entries(screens).map(([name, { section, screen }]): [string, Route] => [
      name,
      new Route(section, async () => componentOf((await screen()) as Part<Record<string, number>>)),
    ]),
  ),
)

/** Lets screens that failed to load be requested again. */
export function forgetFailures(): void {
  for (const route of failed) route.forget()
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
