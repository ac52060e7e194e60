import { useId, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import styles from './StarChoice.module.css'

const stars = [1, 2, 3, 4, 5]

type Props = { title: string; onChoose: (stars: number) => void; onClose: () => void }

/** Five stars to choose from, in a small card that can be dismissed. */
export function StarChoice({ title, onChoose, onClose }: Props) {
  const t = useCopy()
  const id = useId()
  const [near, setNear] = useState(0)
  return (
    <div role="dialog" aria-labelledby={id} className={styles.card}>
      <p id={id} className={styles.title}>
        {title}
      </p>
      <div className={styles.stars} onPointerLeave={() => setNear(0)}>
        {stars.map(star => (
          <button
            key={star}
            type="button"
            className={styles.star}
            data-near={star <= near || undefined}
            aria-label={t('chat.rating.stars', { count: star })}
            onPointerEnter={() => setNear(star)}
            onFocus={() => setNear(star)}
            onBlur={() => setNear(0)}
            onClick={() => onChoose(star)}
          >
            <Icon name="star" />
          </button>
        ))}
      </div>
      <IconButton icon="close" label={t('ui.close')} className={styles.close} onClick={onClose} />
    </div>
  )
}
