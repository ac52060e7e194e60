import { useMutation } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { queryClient } from '#kit/cache/query-client.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { useHeldFocus } from '#kit/ui/use-held-focus.ts'
import { Picker } from '#studio/platform/Picker.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import { type ChatDetail, chatQuery, refreshInbox } from './data.ts'
import styles from './Inbox.module.css'

/** Who looks after the chat: to take it, to hand it over, to give it up. */
export function OwnerPicker({ detail: { chat, staff } }: { detail: ChatDetail }) {
  const t = useCopy()
  const user = useUser()
  const section = useHeldFocus<HTMLElement>()
  const change = useMutation({
    mutationFn: (userId: number | null) =>
      request('PUT /studio/chats/:id/owner', { params: { id: chat.id }, body: { user_id: userId } }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(chatQuery(chat.id).queryKey, before => before && { ...before, chat: data })
      void refreshInbox()
    },
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
          onChoose={id => change.mutate(id ?? null)}
        />
        {chat.owner?.id !== user.id && (
          <Button look="secondary" busy={change.isPending} onClick={() => change.mutate(user.id)}>
            {t('inbox.owner.take')}
          </Button>
        )}
      </div>
      {change.error && (
        <Notice tone="danger" live>
          {errorMessage(change.error, t('ui.error.title'))}
        </Notice>
      )}
    </section>
  )
}
