import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { ExpertChat } from '#kit/features/chat/ExpertChat.tsx'
import { VideoCall } from '#kit/features/videocalls/VideoCall.tsx'
import { chatFromWire } from '#shared/features/chat/forms.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { usePageTitle } from '#web/platform/page-title.ts'

/** `/videoconsultations/:consultationId/call` */
export function VideoCallScreen({ consultationId }: { consultationId: number }) {
  const t = useCopy()
  usePageTitle(t('videocall.page'))
  return (
    <VideoCall consultationId={consultationId} backHref={`/videoconsultations/${consultationId}`} Chat={CallChat} />
  )
}

function CallChat({ chatId }: { chatId: number }) {
  const t = useCopy()
  const user = useUser()
  const { data, dataUpdatedAt: at } = useQuery({
    ...callQuery('GET /chats/:id', { params: { id: chatId } }),
    select: chatFromWire,
  })
  if (!user) return null
  return (
    <ExpertChat
      chatId={chatId}
      side="learner"
      userId={user.id}
      timeZone={user.timezone}
      liveSeq={data?.liveSeq}
      messageDelay={data && { delay: data.messageDelay, left: data.messageDelayLeft, at }}
      closed={data?.closedReason && <p>{t('videocall.chat.closed')}</p>}
    />
  )
}
