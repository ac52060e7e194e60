import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import styles from './Articles.module.css'
import { mark } from './data.ts'

type Props = { id: number; title: string; liked: boolean; isFavourite: boolean }

/** Whether the learner likes an article and keeps it, to be changed by a press. */
export function ArticleMarks({ liked, isFavourite, ...of }: Props) {
  const t = useCopy()
  return (
    <p className={styles.marks}>
      <Mark {...of} what="liked" isSo={liked} label={t('articles.like')} icon="check" />
      <Mark {...of} what="isFavourite" isSo={isFavourite} label={t('articles.favourite')} icon="star" />
    </p>
  )
}

type MarkProps = Pick<Props, 'id' | 'title'> & {
  what: 'liked' | 'isFavourite'
  isSo: boolean
  label: string
  icon: 'check' | 'star'
}

/** Each is sent by itself, so that one does not wait for the other. */
function Mark({ id, title, what, isSo, label, icon }: MarkProps) {
  const t = useCopy()
  const { run } = useSubmit({ send: mark, failed: t('articles.mark.failed'), hasToast: true })
  return (
    <Button look="ghost" icon={icon} aria-pressed={isSo} onClick={() => void run(id, what, !isSo)}>
      {label}
      <VisuallyHidden> {t('clubs.of', { title })}</VisuallyHidden>
    </Button>
  )
}
