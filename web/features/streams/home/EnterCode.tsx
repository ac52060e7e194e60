import { type SubmitEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './EnterCode.module.css'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** At home, for who has no course yet: most have one. */
    enterCode: object
  }
}

/** Asks for the code of a cohort, and opens what it lets the learner join. */
export function EnterCode({ initial = '' }: { initial?: string }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const [code, setCode] = useState(initial)
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code.trim()) navigate(`${pathTo('join')}?code=${encodeURIComponent(code.trim())}`)
  }
  return (
    <form className={styles.code} noValidate onSubmit={handleSubmit}>
      <TextField
        label={t('streams.code')}
        hint={t('streams.code.hint')}
        name="code"
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={event => setCode(event.target.value)}
      />
      <Button type="submit" look="secondary" disabled={!code.trim()}>
        {t('streams.code.submit')}
      </Button>
    </form>
  )
}
