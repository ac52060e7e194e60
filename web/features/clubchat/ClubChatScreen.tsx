import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { ConversationFailure, ConversationSkeleton } from '#kit/features/chat/ConversationStates.tsx'
import { useListening, useOwnRoom } from '#kit/live/listen.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { isMuted } from '#shared/features/clubchat/rules.ts'
import { msFromSeconds, secondsFromMs } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import page from '#web/features/chat/ChatScreen.module.css'
import { useRoomForKeyboard } from '#web/features/chat/keyboard-room.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { ClubChatHead, ClubConversation } from './ClubConversation.tsx'
import { refreshClubChats, useClubChat } from './data.ts'

/** `/clubs/…/chat`: where all members of a club talk. */
export function ClubChatScreen({ clubId }: { clubId: number }) {
  const room = useRoomForKeyboard()
  return (
    <div ref={room} className={page.screen} data-open>
      <div className={page.conversation}>
        <ClubChat key={clubId} clubId={clubId} />
      </div>
    </div>
  )
}

function ClubChat({ clubId }: { clubId: number }) {
  const t = useCopy()
  const user = useUser()
  const now = useNow(10_000)
  const { data, error, isFetching, refetch } = useClubChat(clubId)
  usePageTitle(data?.title ?? '')
  // A membership ends and begins with an order; staff pause and allow writing.
  const refresh = () => void refreshClubChats()
  useListening('user', useOwnRoom(), { events: { order: refresh, club_writing: refresh } })
  if (!user) return null
  const gone = error instanceof RequestError && error.code === 'not_a_member' ? error : undefined
  const wayOut = <LinkButton href={pathTo('club', { clubId })}>{t('clubchat.toClub')}</LinkButton>
  if (!data && gone)
    return <EmptyState isPage icon="lock" title={t('clubchat.members')} text={gone.reason} action={wayOut} />
  if (!data)
    return (
      <>
        <ClubChatHead title={t('shell.title.chat')} />
        {error ? (
          <ConversationFailure error={error} busy={isFetching} onRetry={() => void refetch()} wayOut={wayOut} />
        ) : (
          <ConversationSkeleton />
        )}
      </>
    )
  const until = data.muted_until
  const mutedUntil = isMuted(until, secondsFromMs(now)) && until !== null ? msFromSeconds(until) : undefined
  const muted =
    mutedUntil &&
    t('clubchat.muted', {
      date: formatDate(mutedUntil, t.language, 'long', user.timezone),
      time: formatTime(mutedUntil, t.language, user.timezone),
    })
  return (
    <ClubConversation
      chat={data}
      userId={user.id}
      timeZone={user.timezone}
      isMember={!gone}
      stopped={gone?.reason ?? (muted || undefined)}
      wayOut={wayOut}
    />
  )
}
