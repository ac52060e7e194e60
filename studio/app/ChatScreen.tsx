import { ChatPane } from '#studio/features/chat/ChatPane.tsx'
import { Inbox } from '#studio/features/chat/InboxScreen.tsx'
import { ConsultationPanel } from '#studio/features/consultations/ConsultationPanel.tsx'

/** One chat in the inbox, with what consultations have to say about it. */
export function ChatScreen({ chatId }: { chatId: number }) {
  return (
    <Inbox chatId={chatId}>
      <ChatPane chatId={chatId} extra={<ConsultationPanel key={chatId} chatId={chatId} />} />
    </Inbox>
  )
}
