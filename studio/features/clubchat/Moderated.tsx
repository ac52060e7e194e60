import { useCopy } from '#kit/copy/copy.tsx'
import { MessageFiles } from '#kit/features/chat/messages/MessageFiles.tsx'
import { MessageText } from '#kit/features/chat/messages/MessageText.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { useNow } from '#kit/ui/clock.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { isMuted } from '#shared/features/clubchat/rules.ts'
import type { ModeratedMessageWire } from '#shared/features/clubchat/wire.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import styles from '#studio/platform/Screen.module.css'
import { useMoments } from '#studio/platform/moments.ts'
import { refreshModeration } from './data.ts'
import { MuteDialog } from './MuteDialog.tsx'

type Props = ModeratedMessageWire & { clubId: number }

/** One message with why it was reported, and what can be decided about it and its author. */
export function Moderated({ clubId, message, reports, muted_until: mutedUntil }: Props) {
  const t = useCopy()
  const { moment } = useMoments()
  const now = useNow(30_000)
  const { author } = message
  const name = author ? author.name || t('chat.nameless') : t('chat.absent.erased')
  return (
    <Card as="li">
      <article className={styles.column} aria-label={t('moderation.by', { name })}>
        <p className={styles.line}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span className={styles.muted}>{moment(message.created_at * 1000)}</span>
          {mutedUntil !== null && isMuted(mutedUntil, secondsFromMs(now)) && (
            <Badge tone="warning">{t('moderation.mutedUntil', { moment: moment(mutedUntil * 1000) })}</Badge>
          )}
        </p>
        <MessageText text={message.message} />
        <MessageFiles message={message} />
        {reports.length > 0 && (
          <ul aria-label={t('moderation.reports')}>
            {reports.map(report => (
              <li key={`${report.name} ${report.created_at} ${report.reason}`}>
                <p dir="auto">{report.reason}</p>
                <p className={styles.muted}>
                  <bdi>{report.name || t('chat.nameless')}</bdi>, {moment(report.created_at * 1000)}
                </p>
              </li>
            ))}
          </ul>
        )}
        <Decisions clubId={clubId} message={message} name={name} />
      </article>
    </Card>
  )
}

type DecisionsProps = Pick<Props, 'clubId' | 'message'> & { name: string }

function Decisions({ clubId, message: { id: messageId, is_hidden: isHidden, author }, name }: DecisionsProps) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    send: async (hides: boolean) => {
      const params = { id: clubId, messageId }
      await request('PUT /studio/clubs/:id/chat/messages/:messageId/hidden', { params, body: { is_hidden: hides } })
      await refreshModeration()
    },
    failed: t('moderation.failed'),
    hasToast: true,
    onRefused: () => void refreshModeration(),
  })
  const button = (action: 'hide' | 'leave' | 'restore') => (
    <Button
      look={action === 'leave' ? 'ghost' : 'secondary'}
      aria-label={t(`moderation.${action}.of`, { name })}
      busy={isBusy}
      onClick={() => void run(action === 'hide')}
    >
      {t(`moderation.${action}`)}
    </Button>
  )
  return (
    <p className={styles.line}>
      {isHidden ? button('restore') : button('hide')}
      {!isHidden && button('leave')}
      {author && (
        <Button
          look="ghost"
          aria-label={t('moderation.mute.of', { name })}
          onClick={() =>
            void openDialog(close => (
              <MuteDialog clubId={clubId} userId={author.id} name={name} onClose={() => close()} />
            ))
          }
        >
          {t('moderation.mute')}
        </Button>
      )}
    </p>
  )
}
