import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import styles from './Billing.module.css'

type Props = { value: number | undefined; error: string | undefined; onChoose: (id: number | undefined) => void }

/** One person of the school, found by the beginnings of name, e-mail or phone. */
export function BuyerField({ value, error, onChoose }: Props) {
  const t = useCopy()
  const name = useId()
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const query = { search, blocked: 'no', 'per-page': 5 } as const
  const { data } = useQuery({ ...callQuery('GET /studio/users', { query }), enabled: search !== '' })
  const people = data?.users.filter(({ status }) => status > 0)
  return (
    <>
      <TextField
        label={t('shop.byHand.buyer')}
        type="search"
        value={typed}
        maxLength={200}
        error={error}
        autoComplete="off"
        data-autofocus
        onChange={event => {
          // Who was chosen may not be among those that are found now.
          onChoose(undefined)
          setTyped(event.target.value)
        }}
      />
      {people?.length === 0 && <p role="status">{t('shop.byHand.nobody')}</p>}
      {people && people.length > 0 && (
        <fieldset className={styles.people}>
          <legend>{t('shop.byHand.found')}</legend>
          {people.map(person => (
            <label key={person.id}>
              <input type="radio" name={name} checked={person.id === value} onChange={() => onChoose(person.id)} />
              <span dir="auto">{[person.name, person.email].filter(Boolean).join(' · ')}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
