import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { classes } from '#kit/ui/classes.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { Section } from '../paths.ts'
import { generalMenu } from './menus.ts'
import styles from './SectionLinks.module.css'
import { type SectionHistory, sectionAddress } from './section-history.ts'
import { useUnread } from './unread.tsx'

type Props = { section: Section | undefined; history: SectionHistory; className?: string }

/** The learner's places; each leads back to where the learner last was in it. */
export function SectionLinks({ section: current, history, className }: Props) {
  const t = useCopy()
  const unread = useUnread()
  return (
    <nav aria-label={t('shell.navigation')} className={classes(styles.links, className)}>
      {generalMenu().map(item =>
        item.kind === 'route' && item.section ? (
          <Link
            key={item.label}
            href={sectionAddress(history, item.section, current)}
            className={styles.link}
            aria-current={item.section === current ? 'page' : undefined}
          >
            <Icon name={item.icon} />
            <span>{t(item.label)}</span>
            {item.section === 'chat' && unread > 0 && (
              <span className={styles.unread} role="img" aria-label={t('shell.unread', { count: unread })}>
                {unread > 99 ? '99+' : unread}
              </span>
            )}
          </Link>
        ) : null,
      )}
    </nav>
  )
}
