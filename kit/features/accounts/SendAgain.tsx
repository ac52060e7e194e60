import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { keepDraft, keptDraft } from '#kit/form/draft.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useClock } from '#kit/ui/clock.ts'

type Props = { seconds: number; busy: boolean; onPress: () => void }

/** Asks for another code; `seconds` are left until that is allowed. */
export function SendAgain({ seconds, busy, onPress }: Props) {
  const t = useCopy()
  return (
    <Button look="ghost" wide busy={busy} disabled={seconds > 0} onClick={onPress}>
      {seconds > 0 ? t('accounts.code.againIn', { seconds }) : t('accounts.code.again')}
    </Button>
  )
}

/** The seconds left until something may be requested again; the countdown survives a reload. */
export function useCountdown(key: string) {
  const subject = `countdown ${key}`
  const [begun, setBegun] = useState<Record<string, number>>({})
  const [now, readClock] = useClock(500)
  const until = begun[subject] ?? Number(keptDraft(subject, 'tab') ?? 0)
  const start = (seconds: number) => {
    const next = Date.now() + seconds * 1000
    keepDraft(subject, 'tab', next)
    setBegun({ ...begun, [subject]: next })
    readClock()
  }
  return { seconds: Math.max(0, Math.ceil((until - now) / 1000)), start }
}
