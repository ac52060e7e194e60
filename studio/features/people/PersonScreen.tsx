import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { CardSection, CardTabs } from '#studio/features/learners/CardTabs.tsx'
import { ChosenAnswers } from '#studio/features/learners/ChosenAnswers.tsx'
import { learnerQuery } from '#studio/features/learners/data.ts'
import { PlaceOfLearner } from '#studio/features/learners/DaysPart.tsx'
import { useLearnerTabs } from '#studio/features/learners/learner-tabs.tsx'
import { Presence } from '#studio/features/learners/Presence.tsx'
import { CoursesOfExpert } from '#studio/features/workload/CoursesOfExpert.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { Loaded } from '#studio/platform/Loaded.tsx'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { personQuery } from './data.ts'
import styles from './People.module.css'
import { PersonMarks } from './PeopleCards.tsx'
import { PersonActions } from './PersonActions.tsx'
import { Devices, Facts, Log } from './PersonFacts.tsx'
import { PersonForm } from './PersonForm.tsx'

/** `/admin/users/:userId`: administrators may change what support can only see. */
export function PersonScreen({ userId }: { userId: number }) {
  const t = useCopy()
  const asked = useQuery({ ...personQuery(userId), refetchOnWindowFocus: 'always' })
  const back = { href: pathTo('users'), title: t('people.back') }
  const gone = { icon: 'user' as const, title: t('people.gone.title'), text: t('people.gone.text'), back }
  return (
    <OneThing asked={asked} title={({ name }) => name} gone={gone}>
      {person => <Found person={person} />}
    </OneThing>
  )
}

function Found({ person }: { person: PersonWire }) {
  const t = useCopy()
  const tabs = useLearnerTabs(person.id)
  const { data: learner } = useQuery(learnerQuery(person.id))
  const overview = { id: 'overview', label: t('people.overview'), content: <Overview person={person} /> }
  const log = { id: 'log', label: t('people.notes'), content: <Log person={person} /> }
  return (
    <>
      <ScreenHead
        back={{ href: pathTo('users'), title: t('people.back') }}
        mark={<Avatar name={person.name} src={person.avatar ?? undefined} size={56} />}
        title={person.name}
      >
        <PersonMarks person={person} />
        {learner && <Presence learner={learner} />}
        {learner && <ChosenAnswers learner={learner} />}
      </ScreenHead>
      {person.blocked_at !== null && <Blocked at={person.blocked_at * 1000} reason={person.block_reason} />}
      <CardTabs tabs={[overview, ...tabs, log]} />
    </>
  )
}

function Overview({ person }: { person: PersonWire }) {
  const isAdmin = useUser().role === 'admin'
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {isAdmin && <PersonActions person={person} />}
        {isAdmin && <PersonForm key={person.id} person={person} />}
        <Facts person={person} />
      </div>
      <div className={styles.column}>
        <Courses userId={person.id} />
        <Devices person={person} />
        {isAdmin && person.role === 'expert' && <CoursesOfExpert userId={person.id} />}
      </div>
    </div>
  )
}

function Courses({ userId }: { userId: number }) {
  const t = useCopy()
  return (
    <Loaded query={learnerQuery(userId)}>
      {({ places }) => (
        <CardSection title={t('people.courses')} none={places.length === 0 && t('learners.noCourses')}>
          <ul className={styles.items}>
            {places.map(place => (
              <li key={place.id}>
                <PlaceOfLearner place={place} />
              </li>
            ))}
          </ul>
        </CardSection>
      )}
    </Loaded>
  )
}

function Blocked({ at, reason }: { at: number; reason: string }) {
  const t = useCopy()
  const { date } = useMoments()
  return (
    <Card tone="sunken">
      <Notice tone="danger">{t('people.blockedSince', { date: date(at), reason })}</Notice>
    </Card>
  )
}
