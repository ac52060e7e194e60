import { useCopy } from '#kit/copy/copy.tsx'
import { queryClient } from '#kit/cache/query-client.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { Picker } from '#studio/platform/Picker.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import { type ChatDetail, chatQuery, refreshInbox } from './data.ts'
import styles from './Inbox.module.css'

/** Who looks after the chat: to take it, to hand it over, to give it up. */
export function OwnerPicker({ detail: { chat, staff } }: { detail: ChatDetail }) {
  const t = useCopy()
  const user = useUser()
  const section = useHeldFocus<HTMLElement>()
  const { run, isBusy, failure } = useSubmit({
    send: async (userId: number | null) => {
      const input = { params: { id: chat.id }, body: { user_id: userId } }
      const { data } = await request('PUT /studio/chats/:id/owner', input)
      queryClient.setQueryData(chatQuery(chat.id).queryKey, before => before && { ...before, chat: data })
      void refreshInbox()
    },
    failed: t('ui.error.title'),
  })
  const others = chat.owner && !staff.some(({ id }) => id === chat.owner?.id) ? [chat.owner] : []
  return (
    <section ref={section} tabIndex={-1} className={styles.part} aria-labelledby="chat-owner">
      <h2 id="chat-owner">{t('inbox.owner')}</h2>
      <div className={styles.line}>
        <Picker
          label={t('inbox.owner')}
          all={t('inbox.owner.none')}
          value={chat.owner?.id}
          options={[...others, ...staff].map(({ id, name }) => ({ id, label: name }))}
          onChoose={id => void run(id ?? null)}
        />
        {chat.owner?.id !== user.id && (
          <Button look="secondary" busy={isBusy} onClick={() => void run(user.id)}>
            {t('inbox.owner.take')}
          </Button>
        )}
      </div>
      <FailureNotice failure={failure} />
    </section>
  )
}
