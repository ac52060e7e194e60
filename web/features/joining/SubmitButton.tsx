import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { useOnline } from '#web/platform/use-online.ts'

/** Sends its form; without a network it says so instead, and what was typed stays. */
export function SubmitButton({ busy, disabled, children }: { busy: boolean; disabled?: boolean; children: ReactNode }) {
  const t = useCopy()
  const isOnline = useOnline()
  return (
    <Button type="submit" wide busy={busy} disabled={disabled || !isOnline} icon={isOnline ? undefined : 'wifi-off'}>
      {isOnline ? children : t('accounts.offline')}
    </Button>
  )
}
