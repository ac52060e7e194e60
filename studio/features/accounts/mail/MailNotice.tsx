import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'

/** Whether e-mails leave the server, which an administrator may ask; undefined until it is known. */
export const useIsMailSet = () => useQuery({ ...callQuery('GET /studio/mail'), staleTime: Infinity }).data?.is_set

/** Says that e-mails reach nobody, where that is so. */
export function MailNotice() {
  const t = useCopy()
  if (useIsMailSet() !== false) return null
  return (
    <Notice tone="warn" title={t('accounts.mail.none')}>
      {t('accounts.mail.none.text')}
    </Notice>
  )
}
