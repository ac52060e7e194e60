import type { ComponentType } from 'react'

/**
 * What `import()` answers for a file whose only export is a component, or that component itself, named where its file exports
 * more. A name at every import would be a part of the first script.
 */
export type Part<Props> = ComponentType<Props> | Readonly<Record<string, ComponentType<Props>>>

/** The component of a part; throws when its file exports another one, too. */
export function componentOf<Props>(part: Part<Props>): ComponentType<Props> {
  if (typeof part === 'function') return part
  const [component, other] = Object.values(part)
  if (!component || other) throw new TypeError('Not one component')
  return component
}
