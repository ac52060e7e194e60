import { useCopy } from '#kit/copy/copy.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import styles from './LessonBar.module.css'
import type { PlayerItem, VideoOrientation, VideoType } from './player-item.ts'
import { ChoiceGroup } from './SettingsMenu.tsx'

interface Props {
  item: PlayerItem
  place: { place: number; count: number }
  repeats: number
  next: (() => void) | undefined
  previous: (() => void) | undefined
  types: { offered: readonly VideoType[]; chosen: VideoType; onChoose: (type: VideoType) => void }
  orientation: { canChoose: boolean; chosen: VideoOrientation; onChoose: (orientation: VideoOrientation) => void }
}

const orientations = ['vertical', 'horizontal'] as const

/** What plays, its place in the day, and the choice among the lesson's videos. */
export function LessonBar({ item, place, repeats, next, previous, types, orientation }: Props) {
  const t = useCopy()
  return (
    <div className={styles.bar}>
      <div className={styles.heading}>
        <p className={styles.place}>
          {place.count > 1 && <span>{t('media.lesson', place)}</span>}
          {repeats > 1 && (
            <span className={styles.repeat}>{t('media.repeat', { repeat: item.repeat, count: repeats })}</span>
          )}
        </p>
        <h2 className={styles.title} aria-live="polite">
          {item.title}
        </h2>
        {item.subtitle && <p className={styles.subtitle}>{item.subtitle}</p>}
      </div>
      {(next || previous) && (
        <div className={styles.steps}>
          <IconButton icon="prev" look="filled" label={t('media.previous')} disabled={!previous} onClick={previous} />
          <IconButton icon="next" look="filled" label={t('media.next')} disabled={!next} onClick={next} />
        </div>
      )}
      {(types.offered.length > 1 || orientation.canChoose) && (
        <div className={styles.choices}>
          {types.offered.length > 1 && (
            <ChoiceGroup
              legend={t('media.type')}
              choices={types.offered.map(type => ({ value: type, label: t(`media.type.${type}`) }))}
              chosen={types.chosen}
              onChoose={types.onChoose}
            />
          )}
          {orientation.canChoose && (
            <ChoiceGroup
              legend={t('media.orientation')}
              choices={orientations.map(value => ({ value, label: t(`media.orientation.${value}`) }))}
              chosen={orientation.chosen}
              onChoose={orientation.onChoose}
            />
          )}
        </div>
      )}
    </div>
  )
}
