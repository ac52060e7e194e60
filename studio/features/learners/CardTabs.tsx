import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { useQueryState } from '#studio/platform/addresses.ts'
import styles from './Learners.module.css'

export type CardTab = { id: string; label: string; content: ReactNode }

/** The parts of a card as tabs; which one is open stands in the address. */
export function CardTabs({ tabs }: { tabs: readonly CardTab[] }) {
  const t = useCopy()
  const { get, set } = useQueryState()
  const open = tabs.find(({ id }) => id === get('part')) ?? tabs[0]
  const first = tabs[0]?.id
  if (!open) return null
  return (
    <Tabs
      label={t('learners.parts')}
      tabs={tabs}
      selected={open.id}
      isWrapping
      onSelect={id => set({ part: id === first ? undefined : id, page: undefined })}
    >
      {open.content}
    </Tabs>
  )
}

type SectionProps = { title: string; none?: string | false | undefined; children: ReactNode }

/** A titled part of a card, or why there is nothing in it. */
export function CardSection({ title, none, children }: SectionProps) {
  return (
    <Card as="section">
      <div className={styles.column}>
        <h2>{title}</h2>
        {none ? <p className={styles.muted}>{none}</p> : children}
      </div>
    </Card>
  )
}
