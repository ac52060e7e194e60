import { type ReactNode, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Menu } from '#kit/ui/layers/Menu.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { recall, remember } from '../device-memory.ts'
import styles from './Table.module.css'

type Column = { id: string; title: string }

/**
 * Which columns of a table are shown, and the menu in which they are chosen. The first names the row and always stays. The
 * choice is kept on the device under the table's name; a column that is added later is shown.
 */
export function useColumns<Shown extends Column>(
  table: string,
  columns: readonly Shown[],
): { shown: Shown[]; menu: ReactNode } {
  const t = useCopy()
  const [hidden, setHidden] = useState<readonly string[]>(() => recall<string[]>(`columns.${table}`) ?? [])
  const [first, ...others] = columns
  const isShown = ({ id }: Column) => id === first?.id || !hidden.includes(id)
  const toggle = (column: Column) => {
    const next = isShown(column) ? [...hidden, column.id] : hidden.filter(id => id !== column.id)
    setHidden(next)
    remember(`columns.${table}`, next.length ? next : undefined)
  }
  const items = others.map(column => ({
    label: column.title,
    isChecked: isShown(column),
    onSelect: () => toggle(column),
  }))
  const menu = (
    <Menu label={t('shell.columns')} items={items} className={styles.menu}>
      {t('shell.columns')}
      <Icon name="chevron-down" />
    </Menu>
  )
  return { shown: columns.filter(isShown), menu }
}
