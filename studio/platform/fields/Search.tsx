import { type Ref, useEffect, useRef, useState } from 'react'
import styles from './Search.module.css'

const pauseMs = 200

type Props = { label: string; value: string; ref?: Ref<HTMLInputElement>; onChange: (search: string) => void }

/** Searches a list, a moment after the last key. */
export function Search({ label, value, ref, onChange }: Props) {
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
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setTyped(event.target.value)}
      />
    </form>
  )
}
