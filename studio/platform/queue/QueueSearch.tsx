import { type RefObject, useEffect, useRef, useState } from 'react'
import styles from './Queue.module.css'

/** After how long without a key a search is asked, in ms. */
const pause = 300

type Props = {
  field: RefObject<HTMLInputElement | null>
  label: string
  search: string
  onSearch: (search: string | undefined) => void
}

/** What a queue is searched for, asked once nothing is typed for a moment. */
export function QueueSearch({ field, label, search, onSearch }: Props) {
  const [text, setText] = useState(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const handleChange = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(next.trim() || undefined), pause)
  }
  return (
    <input
      ref={field}
      type="search"
      className={styles.search}
      aria-label={label}
      placeholder={label}
      maxLength={100}
      value={text}
      onChange={event => handleChange(event.target.value)}
    />
  )
}
