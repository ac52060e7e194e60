import { useCopy } from '#kit/copy/copy.tsx'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { PersonRowWire } from '#shared/features/people/contract.ts'
import type { Outcome } from '#studio/platform/tables/one-by-one.ts'
import styles from '../People.module.css'

/** What came of a change of many: how many are changed, who was refused and why, and who is left and what ended it. */
export function ManyOutcome({ outcome: { done, refused, left, failure } }: { outcome: Outcome<PersonRowWire> }) {
  const t = useCopy()
  const why =
    failure instanceof NetworkError ? t('ui.error.noInternet') : failure instanceof RequestError ? failure.reason : ''
  return (
    <div className={styles.form} role="status">
      <p>{t('people.many.done', { count: done.length })}</p>
      {left.length > 0 && (
        <Notice tone="danger" title={t('people.many.left', { count: left.length })}>
          {[why, left.map(({ name }) => name).join(', ')].filter(Boolean).join(' ')}
        </Notice>
      )}
      {refused.length > 0 && (
        <>
          <p>{t('people.many.refused', { count: refused.length })}</p>
          <ul className={styles.items}>
            {refused.map(({ item, reason }) => (
              <li key={item.id}>
                <strong dir="auto">{item.name}</strong>
                <span className={styles.muted}>{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
