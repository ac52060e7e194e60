import { useCopy } from '#kit/copy/copy.tsx'
import { Badge, type Tone } from '#kit/ui/marks/Badge.tsx'
import type { IconName } from '#kit/ui/marks/Icon.tsx'
import type { OnlineConsultationWire } from '#shared/features/videoconsultations/wire.ts'

const looks: Record<OnlineConsultationWire['status'], [Tone, IconName]> = {
  held: ['warning', 'clock'],
  lapsed: ['neutral', 'close'],
  pending: ['warning', 'clock'],
  confirmed: ['success', 'check'],
  declined: ['neutral', 'close'],
  cancelled: ['neutral', 'close'],
  complete: ['accent', 'star'],
  missed: ['neutral', 'info'],
  rated: ['neutral', 'check'],
}

/** Where a consultation stands, in words. */
export function StateBadge({ consultation: { status, request } }: { consultation: OnlineConsultationWire }) {
  const t = useCopy()
  const [tone, icon] = looks[status]
  if (request)
    return (
      <Badge tone="warning" icon="clock">
        {t(request.asked_by === 'staff' ? 'video.state.proposed' : `video.state.asked.${request.kind}`)}
      </Badge>
    )
  return (
    <Badge tone={tone} icon={icon}>
      {t(`video.state.${status}`)}
    </Badge>
  )
}
