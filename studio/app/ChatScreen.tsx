import { ChatPane } from '../features/chat/ChatPane.tsx'
import { Inbox } from '../features/chat/InboxScreen.tsx'
import { ConsultationPanel } from '../features/consultations/ConsultationPanel.tsx'

/** One chat in the inbox, with what consultations have to say about it. */
export function ChatScreen({ chatId }: { chatId: number }) {
  return (
    <Inbox chatId={chatId}>
      <ChatPane chatId={chatId} extra={<ConsultationPanel key={chatId} chatId={chatId} />} />
    </Inbox>
  )
}
