import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { ExpertChat } from '#kit/features/chat/ExpertChat.tsx'
import { VideoCall } from '#kit/features/videocalls/VideoCall.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'

/** `/admin/calendar/:consultationId/call` */
export function VideoCallScreen({ consultationId }: { consultationId: number }) {
  const t = useCopy()
  usePageTitle(t('videocall.page'))
  return <VideoCall consultationId={consultationId} backHref="/admin/calendar" Chat={CallChat} />
}

function CallChat({ chatId }: { chatId: number }) {
  const user = useUser()
  const { data } = useQuery(callQuery('GET /studio/chats/:id', { params: { id: chatId } }))
  return (
    <ExpertChat chatId={chatId} side="expert" userId={user.id} timeZone={user.timezone} liveSeq={data?.chat.live_seq} />
  )
}
