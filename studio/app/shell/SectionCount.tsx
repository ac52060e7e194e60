import { type ComponentType, lazy } from 'react'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { Section } from '#studio/platform/feature.ts'
import styles from './Shell.module.css'

/** The count at a section's entry, from the hook its feature loads; hidden when nothing waits. */
export function sectionCount(load: NonNullable<Section['waiting']>): ComponentType {
  return lazy(async () => {
    // Offline the entry shows no count.
    const useWaiting = await load().catch(() => () => undefined)
    return {
      default: function SectionCount() {
        const { count = 0, words = '', isLate = false } = useWaiting() ?? {}
        if (count === 0) return null
        return (
          <span className={styles.count} data-late={isLate || undefined} title={words}>
            <span aria-hidden>{count > 999 ? '999+' : count}</span>
            <VisuallyHidden>{words}</VisuallyHidden>
          </span>
        )
      },
    }
  })
}
