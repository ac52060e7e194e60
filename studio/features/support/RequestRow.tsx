import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/Badge.tsx'
import type { DeskRequestWire } from '#shared/features/support/contract.ts'
import { Waits } from '#studio/features/chat/Waits.tsx'
import { QueueRow } from '#studio/platform/queue/QueueRow.tsx'

type Props = { request: DeskRequestWire; href: string; isOpen: boolean }

/** One request in the list: who asks, about what, the last words, how long they wait, who looks after it. */
export function RequestRow({ request, href, isOpen }: Props) {
  const t = useCopy()
  const { last_message: last, category, stream } = request
  const marks = (
    <>
      {request.waiting_since !== null && <Waits since={request.waiting_since} />}
      {request.state !== 'open' && <Badge>{t(`helpdesk.state.${request.state}`)}</Badge>}
      {request.user_id === null && <Badge icon="globe">{t('helpdesk.visitor')}</Badge>}
      {request.owner && <Badge icon="user">{request.owner.name}</Badge>}
    </>
  )
  return (
    <QueueRow
      href={href}
      isOpen={isOpen}
      name={request.name}
      avatar={request.avatar}
      about={[category?.name ?? t('helpdesk.noTopic'), stream?.title].filter(Boolean).join(' · ')}
      lastWords={last.is_staff ? t('helpdesk.answered', { words: last.text }) : last.text}
      marks={marks}
    />
  )
}
