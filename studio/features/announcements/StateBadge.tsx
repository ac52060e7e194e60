import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { AnnouncementState } from '#shared/features/announcements/rules.ts'

const tones = { draft: 'neutral', scheduled: 'accent', sending: 'accent', sent: 'success', stopped: 'neutral' } as const

/** How far an announcement is. */
export function StateBadge({ state }: { state: AnnouncementState }) {
  const t = useCopy()
  return <Badge tone={tones[state]}>{t(`announcements.state.${state}`)}</Badge>
}
