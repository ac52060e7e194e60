import { useCopy } from '#kit/copy/copy.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Menu } from '#kit/ui/layers/Menu.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { PersonRowWire } from '#shared/features/people/contract.ts'
import styles from '#studio/platform/tables/Table.module.css'
import { ManyDialog } from './ManyDialog.tsx'

const kinds = ['role', 'invite', 'unblock', 'block'] as const

type Props = { people: readonly PersonRowWire[]; onDone: () => void }

/** What an administrator may do with many people. */
export function ManyActions({ people, onDone }: Props) {
  const t = useCopy()
  const items = kinds.map(kind => ({
    label: t(`people.many.${kind}`),
    danger: kind === 'block',
    separated: kind === 'block',
    onSelect: () =>
      void openDialog(close => <ManyDialog kind={kind} people={people} onClose={() => close()} onDone={onDone} />),
  }))
  return (
    <Menu label={t('people.many.of', { count: people.length })} items={items} className={styles.menu}>
      {t('people.act')}
      <Icon name="chevron-down" />
    </Menu>
  )
}
