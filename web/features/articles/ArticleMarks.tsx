import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import styles from './Articles.module.css'
import { mark } from './data.ts'

type Props = { id: number; title: string; liked: boolean; isFavourite: boolean }

/** Whether the learner likes an article and keeps it, to be changed by a press. */
export function ArticleMarks({ id, title, liked, isFavourite }: Props) {
  const t = useCopy()
  const { run } = useSubmit({ send: mark, failed: t('articles.mark.failed'), hasToast: true })
  const toggles = [
    { what: 'liked', isSo: liked, label: t('articles.like'), icon: 'check' },
    { what: 'isFavourite', isSo: isFavourite, label: t('articles.favourite'), icon: 'star' },
  ] as const
  return (
    <p className={styles.marks}>
      {toggles.map(({ what, isSo, label, icon }) => (
        <Button key={what} look="ghost" icon={icon} aria-pressed={isSo} onClick={() => void run(id, what, !isSo)}>
          {label}
          <VisuallyHidden> {t('clubs.of', { title })}</VisuallyHidden>
        </Button>
      ))}
    </p>
  )
}
