import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { useKnownClubs } from './data.ts'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** Below all of home. */
    homeEnd: object
  }
}

/** The clubs that a learner may join, or whose time with them has ended; nothing where there are none. */
export function ClubNotice() {
  const t = useCopy()
  const { data = [] } = useKnownClubs()
  const [first, ...more] = data.filter(({ type }) => type === 'recommended' || type === 'expired')
  if (!first) return null
  const isExpired = first.type === 'expired' && more.every(({ type }) => type === 'expired')
  return (
    <Notice
      icon="users"
      title={t(isExpired ? 'clubs.notice.expired' : 'clubs.notice.recommended', {
        count: more.length + 1,
        title: first.title,
      })}
      action={
        <LinkButton look="secondary" href={isExpired ? `${pathTo('subscriptions')}?warning=true` : pathTo('clubs')}>
          {t(isExpired ? 'clubs.renew' : 'clubs.notice.open')}
        </LinkButton>
      }
    >
      {t('clubs.notice.text')}
    </Notice>
  )
}
