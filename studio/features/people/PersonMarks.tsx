import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/Badge.tsx'
import type { PersonRowWire } from '#shared/features/people/contract.ts'

/** What somebody is in the school, and whether they may come in. */
export function PersonMarks({ person }: { person: Pick<PersonRowWire, 'role' | 'blocked_at' | 'status'> }) {
  const t = useCopy()
  return (
    <>
      {person.status <= 0 && <Badge>{t('people.ended')}</Badge>}
      {person.blocked_at !== null && (
        <Badge tone="danger" icon="lock">
          {t('people.blocked')}
        </Badge>
      )}
      {person.role !== 'learner' && <Badge tone="accent">{t(`people.role.${person.role}`)}</Badge>}
    </>
  )
}
