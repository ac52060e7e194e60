import { useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import styles from './Library.module.css'

const pauseMs = 200

/** Searches by name, a moment after the last key. */
export function Search({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const t = useCopy()
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (typed === value) return undefined
    const timer = setTimeout(() => latest.current(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <form className={styles.search} role="search" onSubmit={event => event.preventDefault()}>
      <input
        type="search"
        aria-label={t('library.search')}
        placeholder={t('library.search')}
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setTyped(event.target.value)}
      />
    </form>
  )
}
