import type { ReactNode } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { deviceName } from '#kit/features/profile/device-name.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { auditSentence } from '#studio/features/accounts/audit-words.ts'
import { CardSection } from '#studio/features/learners/CardTabs.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import styles from './People.module.css'

type Props = { person: PersonWire }

const invitationText = (t: Copy, until: string | null | 0) =>
  until ? t('people.facts.invitation.until', { date: until }) : t('people.facts.invitation.over')

/** What is known of a person. */
export function Facts({ person }: Props) {
  const t = useCopy()
  const { date } = useMoments()
  const { phone, birthday, city, email, invited_until: invitedUntil } = person
  const facts: [string, ReactNode][] = [
    [t('people.facts.number'), person.id],
    [t('people.form.email'), email ?? t('people.noEmail')],
    [t('people.facts.phone'), phone],
    [t('people.facts.birthday'), birthday && formatLocalDate(birthday, t.language)],
    [t('people.facts.city'), city],
    [t('people.form.timezone'), person.timezone],
    [t('people.facts.joined'), date(person.created_at * 1000)],
    ...(person.has_come_in
      ? []
      : [
          [t('people.facts.invitation'), invitationText(t, invitedUntil && date(invitedUntil * 1000))] as [
            string,
            string,
          ],
        ]),
    [t('people.facts.password'), t(person.has_password ? 'people.facts.password.yes' : 'people.facts.password.no')],
    [t('accounts.factor.title'), t(person.has_second_factor ? 'people.facts.factor.on' : 'people.facts.factor.off')],
  ]
  return (
    <CardSection title={t('people.facts')}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || t('people.facts.none')}</dd>
          </div>
        ))}
      </dl>
    </CardSection>
  )
}

function When({ seconds }: { seconds: number }) {
  const { moment } = useMoments()
  const at = seconds * 1000
  return (
    <time dateTime={new Date(at).toISOString()} className={styles.muted}>
      {moment(at, 'numeric')}
    </time>
  )
}

/** Where the person is signed in, and which staff are signed in as them. */
export function Devices({ person: { sessions } }: Props) {
  const t = useCopy()
  const { moment } = useMoments()
  return (
    <CardSection title={t('people.devices')} none={sessions.length === 0 && t('people.devices.none')}>
      <ul className={styles.items}>
        {sessions.map(session => (
          <li key={session.id}>
            <span>{deviceName(session.user_agent) ?? t('people.devices.unknown')}</span>
            {session.impersonator && (
              <span>
                <Badge tone="warning" icon="user">
                  {t('people.devices.staff', { name: session.impersonator.name })}
                </Badge>
              </span>
            )}
            <span className={styles.muted}>
              {[
                t(session.app_type === 'mobile' ? 'people.devices.app' : 'people.devices.browser'),
                t(session.has_push ? 'people.devices.push' : 'people.devices.noPush'),
                t('people.devices.seen', { date: moment(session.seen_at * 1000, 'numeric') }),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

/** What staff did about a person, their chats and their submissions. */
export function Log({ person: { audit } }: Props) {
  const t = useCopy()
  return (
    <CardSection title={t('people.notes')} none={audit.length === 0 && t('people.notes.none')}>
      <ol className={styles.items}>
        {audit.map(entry => (
          <li key={entry.id}>
            <span>
              <strong>{entry.actor?.name ?? t('audit.nobody')}</strong> — {auditSentence(t, entry)}
            </span>
            <When seconds={entry.created_at} />
          </li>
        ))}
      </ol>
    </CardSection>
  )
}
