import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { User } from '#shared/features/accounts/forms.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import type { Found } from '#studio/platform/feature.ts'
import { allWordsIn } from '#studio/platform/words.ts'
import { features, sectionsOf } from '../paths.ts'
import styles from './Search.module.css'

const pauseMs = 200
const fewestLetters = 2

const finders = features.flatMap(({ finder }) => finder ?? [])

/** Opens the search of everything in the studio that a role works with. */
export function openSearch(role: User['role']): Promise<unknown> {
  return openDialog(close => <SearchDialog role={role} onClose={() => close()} />)
}

function SearchDialog({ role, onClose }: { role: User['role']; onClose: () => void }) {
  const t = useCopy()
  const [typed, setTyped] = useState('')
  const words = useSettled(typed.trim())
  const list = useRef<HTMLDivElement>(null)
  const own = finders.filter(({ roles }) => roles.includes(role))
  const isAsking = words.length >= fewestLetters
  const answers = useQueries({
    queries: own.map(finder => ({
      queryKey: ['search', finder.title, words],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await finder.find())(words, { signal, language: t.language }),
      enabled: isAsking,
      gcTime: 0,
      retry: false,
    })),
  })
  const sections = sectionsOf(role)
    .filter(({ title }) => isAsking && allWordsIn(words, t(title)))
    .map(({ title, address }): Found => ({ name: t(title), detail: '', href: pathTo(address as 'home') }))
  const isBusy = answers.some(({ isFetching }) => isFetching)
  const count = sections.length + answers.reduce((sum, { data = [] }) => sum + data.length, 0)
  const failed = answers.filter(({ isError }) => isError)
  return (
    <Dialog title={t('shell.search')} onClose={onClose}>
      <div ref={list} role="search" className={styles.search} onKeyDown={event => moveFocus(event, list.current)}>
        <TextField
          label={t('shell.search.label')}
          type="search"
          value={typed}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          onChange={event => setTyped(event.target.value)}
        />
        <p role="status" className={styles.told}>
          {!isAsking ? t('shell.search.hint') : isBusy ? t('shell.search.busy') : t('shell.search.found', { count })}
        </p>
        <Group title={t('shell.navigation')} found={sections} onGo={onClose} />
        {own.map((finder, index) => (
          <Group key={finder.title} title={t(finder.title)} found={answers[index]?.data ?? []} onGo={onClose} />
        ))}
        {isAsking && isBusy && count === 0 && <Skeleton height="4rem" />}
        {failed.length > 0 && (
          <div className={styles.failed}>
            <p role="alert">{t('shell.search.failed')}</p>
            <Button look="secondary" busy={isBusy} onClick={() => failed.forEach(({ refetch }) => void refetch())}>
              {t('ui.retry')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Group({ title, found, onGo }: { title: string; found: readonly Found[]; onGo: () => void }) {
  if (found.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.found}>
        {found.map(({ name, detail, href }) => (
          <li key={href}>
            <Link href={href} className={styles.link} onClick={onGo}>
              <bdi>{name}</bdi>
              {detail && <bdi className={styles.detail}>{detail}</bdi>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The arrow keys walk through the field and what was found; Enter in the field opens the first of it. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null) {
  const links = [...(list?.querySelectorAll<HTMLElement>('a') ?? [])]
  const field = list?.querySelector<HTMLElement>('input')
  const stops = [field, ...links]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus()
  else if (event.key === 'Enter' && at === 0) links[0]?.click()
  else return
  event.preventDefault()
}
