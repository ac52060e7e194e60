import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { ExpertWire, StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { OwnZone, useMoments } from '#studio/platform/moments.ts'
import { ChangeButtons } from '../consultation/ChangeButtons.tsx'
import { consultationQuery } from '../data.ts'
import { StateBadge } from '../StateBadge.tsx'
import styles from './Hours.module.css'

/** Opens the question what becomes of each consultation that is booked while its expert is away. */
export function useBookedDialog() {
  const { timezone } = useUser()
  return (expert: ExpertWire, booked: readonly StaffConsultationWire[]) =>
    void openDialog(close => (
      <OwnZone value={timezone}>
        <BookedDialog expert={expert} booked={booked} onClose={() => close()} />
      </OwnZone>
    ))
}

type Props = { expert: ExpertWire; booked: readonly StaffConsultationWire[]; onClose: () => void }

/** What is booked while an expert is away: each is moved, handed over, cancelled, or stays. */
export function BookedDialog({ expert, booked, onClose }: Props) {
  const t = useCopy()
  const { zoneAt } = useMoments()
  const first = booked[0]
  const footer = <Button onClick={onClose}>{t('video.booked.done')}</Button>
  return (
    <Dialog title={t('video.booked', { count: booked.length, name: expert.name })} footer={footer} onClose={onClose}>
      <p>{t('video.booked.text')}</p>
      {first && <p className={styles.muted}>{t('video.zone', { zone: zoneAt(first.start_date_time * 1000) })}</p>}
      <ul className={styles.absences}>
        {booked.map(one => (
          <Booked key={one.id} known={one} expertId={expert.id} />
        ))}
      </ul>
    </Dialog>
  )
}

/** One of them, as it stands by now; one that has gone to somebody else is not the reader's to see any more. */
function Booked({ known, expertId }: { known: StaffConsultationWire; expertId: number }) {
  const { moment } = useMoments()
  const t = useCopy()
  const { data, error } = useQuery({ ...consultationQuery(known.id), initialData: known })
  const isClosed = error instanceof RequestError && error.status === 403
  const hasLeft = data.expert?.id !== expertId
  return (
    <li>
      <strong dir="auto">{data.learner.name}</strong>
      <span>{moment(data.start_date_time * 1000)}</span>
      {isClosed ? (
        <Badge tone="success">{t('video.handedOver')}</Badge>
      ) : (
        <>
          <StateBadge consultation={data} />
          {hasLeft && <span dir="auto">{data.expert?.name}</span>}
          <div className={styles.choices}>
            <ChangeButtons consultation={data} />
          </div>
        </>
      )}
    </li>
  )
}
