import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import styles from './PageSwitch.module.css'

type Props = { page: number; count: number; onPage: (page: number) => void }

export function PageSwitch({ page, count, onPage }: Props) {
  const t = useCopy()
  if (count < 2) return null
  return (
    <nav className={styles.pages} aria-label={t('shell.pages')}>
      <Button look="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('shell.pages.before')}
      </Button>
      <span>{t('shell.pages.at', { page, count })}</span>
      <Button look="secondary" disabled={page >= count} onClick={() => onPage(page + 1)}>
        {t('shell.pages.after')}
      </Button>
    </nav>
  )
}
