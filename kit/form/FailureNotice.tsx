import type { ReactNode } from 'react'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { Failure } from './use-submit.ts'

type Props = { failure: Failure; children?: ReactNode }

/** A failure that belongs to no field; `children` follow the text. */
export function FailureNotice({ failure: { notice }, children }: Props) {
  return (
    notice && (
      <Notice tone="danger" live title={notice.title}>
        {(notice.text || children) && (
          <>
            {notice.text} {children}
          </>
        )}
      </Notice>
    )
  )
}
