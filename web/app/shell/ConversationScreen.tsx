import { lazy, Suspense } from 'react'
import { ChatScreen } from '#web/features/chat/ChatScreen.tsx'
import { ConsultationBanner } from '#web/features/consultations/ConsultationBanner.tsx'
import { addAccountCopy } from '../copy.ts'

/** Read once the chats are drawn: most learners have never asked support. */
const SupportRequests = lazy(async () => {
  const [{ SupportRequests }] = await Promise.all([import('#web/features/support/RequestLinks.tsx'), addAccountCopy()])
  return { default: SupportRequests }
})

/** The learner's chats, what they asked support, and in a chat its consultations. */
export function ConversationScreen({ chatId }: { chatId?: number }) {
  const more = (
    <Suspense fallback={null}>
      <SupportRequests />
    </Suspense>
  )
  return (
    <ChatScreen more={more} {...(chatId !== undefined && { chatId, banner: <ConsultationBanner chatId={chatId} /> })} />
  )
}
