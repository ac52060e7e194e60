import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import styles from '#studio/platform/Screen.module.css'
import { whyUnknown } from '../data.ts'

export type Preview<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'isLoading' | 'refetch'>

type Props = { now: ReactNode; preview: Preview<unknown>; isAsked?: boolean; children: ReactNode }

/** How something is and what it would become; an answer that did not come can be asked for again. */
export function NowAndAfter({ now, preview, isAsked = true, children }: Props) {
  const t = useCopy()
  const { data, error, isFetching, refetch } = preview
  return (
    <dl className={styles.facts} aria-live="polite" aria-busy={isFetching}>
      <div>
        <dt>{t('shop.change.now')}</dt>
        <dd>{now}</dd>
      </div>
      <div>
        <dt>{t('shop.change.after')}</dt>
        {isAsked && !data && error ? (
          <dd>
            <p>{whyUnknown(t, error)}</p>
            <Button look="ghost" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
              {t('ui.retry')}
            </Button>
          </dd>
        ) : (
          <dd>{children}</dd>
        )}
      </div>
    </dl>
  )
}
