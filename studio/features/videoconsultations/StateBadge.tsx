import { useCopy } from '#kit/copy/copy.tsx'
import { Badge, type Tone } from '#kit/ui/marks/Badge.tsx'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'

type Shown = Pick<StaffConsultationWire, 'status' | 'request'>

const tones: Record<Shown['status'], Tone> = {
  held: 'neutral',
  lapsed: 'neutral',
  pending: 'warning',
  confirmed: 'success',
  declined: 'neutral',
  cancelled: 'neutral',
  complete: 'neutral',
  missed: 'danger',
  rated: 'neutral',
}

/** Where a consultation stands: what is asked about it goes first. */
export function StateBadge({ consultation: { status, request } }: { consultation: Shown }) {
  const t = useCopy()
  if (request)
    return (
      <Badge tone="warning">
        {t(request.asked_by === 'staff' ? 'video.state.proposed' : `video.state.asked.${request.kind}`)}
      </Badge>
    )
  return <Badge tone={tones[status]}>{t(`video.state.${status}`)}</Badge>
}
