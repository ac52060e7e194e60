import { useQuery } from '@tanstack/react-query'
import { Redirect, useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { CardTabs } from './CardTabs.tsx'
import { ChosenAnswers } from './ChosenAnswers.tsx'
import { learnerQuery } from './data.ts'
import { useLearnerTabs } from './learner-tabs.tsx'
import { Presence } from './Presence.tsx'

/** `/admin/learners/:userId`: a learner's card for experts; an administrator finds it with the account. */
export function LearnerScreen({ userId }: { userId: number }) {
  const isAdmin = useUser().role === 'admin'
  const search = useSearch()
  return isAdmin ? (
    <Redirect to={`${pathTo('user', { userId })}${search && `?${search}`}`} replace />
  ) : (
    <Found userId={userId} />
  )
}

function Found({ userId }: { userId: number }) {
  const t = useCopy()
  const asked = useQuery({ ...learnerQuery(userId), refetchOnMount: 'always' })
  const tabs = useLearnerTabs(userId)
  const back = { href: pathTo('inbox'), title: t('shell.inbox') }
  const gone = { icon: 'user' as const, title: t('learners.gone.title'), text: t('learners.gone.text'), back }
  return (
    <OneThing asked={asked} title={({ name }) => name} gone={gone}>
      {learner => (
        <>
          <ScreenHead
            mark={<Avatar name={learner.name} src={learner.avatar ?? undefined} size={56} />}
            title={learner.name}
          >
            <Presence learner={learner} />
            <ChosenAnswers learner={learner} />
          </ScreenHead>
          <CardTabs tabs={tabs} />
        </>
      )}
    </OneThing>
  )
}
