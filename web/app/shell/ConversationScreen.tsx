import { ChatScreen } from '../../features/chat/ChatScreen.tsx'
import { ConsultationBanner } from '../../features/consultations/ConsultationBanner.tsx'

/** The learner's chats, and in one of them its consultations (RTE-12). */
export function ConversationScreen({ chatId }: { chatId?: number }) {
  return <ChatScreen {...(chatId !== undefined && { chatId, banner: <ConsultationBanner chatId={chatId} /> })} />
}
