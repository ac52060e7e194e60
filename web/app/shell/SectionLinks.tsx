import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { classes } from '#kit/ui/classes.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { MenuEntry, Section } from '#web/platform/menu.ts'
import { menuOf } from '#web/platform/menu.ts'
import { useBadges } from '#web/platform/use-menu.ts'
import styles from './SectionLinks.module.css'
import { type SectionHistory, sectionAddress } from './section-history.ts'

type Props = { section: Section | undefined; history: SectionHistory; className?: string }

/** Links to the sections; each opens where the learner last was in it. */
export function SectionLinks({ section: current, history, className }: Props) {
  const t = useCopy()
  const badges = useBadges()
  const sections = menuOf('sections', { config: site().config, isStaff: false })
  return (
    <nav aria-label={t('shell.navigation')} className={classes(styles.links, className)}>
      {sections.map(entry =>
        'section' in entry && entry.section ? (
          <SectionLink
            key={entry.label}
            entry={entry}
            count={badges[entry.section] ?? 0}
            isCurrent={entry.section === current}
            href={sectionAddress(history, entry.section, current)}
          />
        ) : null,
      )}
    </nav>
  )
}

type LinkProps = { entry: MenuEntry; count: number; isCurrent: boolean; href: string }

function SectionLink({ entry, count, isCurrent, href }: LinkProps) {
  const t = useCopy()
  return (
    <Link href={href} className={styles.link} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={entry.icon} />
      <span className={styles.label}>{t(entry.label)}</span>
      {count > 0 && (
        <span className={styles.unread} role="img" aria-label={t('shell.unread', { count })}>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
