import { useCopy } from '#kit/copy/copy.tsx'
import type { Writing } from '#kit/features/chat/composer/MessageComposer.tsx'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import styles from './ClubChat.module.css'
import { useMentionable } from './data.ts'
import { askedName, type Mentioned, withName } from './mentions.ts'

type Props = { clubId: number; writing: Writing; onPick: (person: Mentioned) => void }

/** While a name is being written behind an @: those who may be meant. Shift + Tab leads from the text to them. */
export function MentionPicker({ clubId, writing: { text, caret, replace }, onPick }: Props) {
  const t = useCopy()
  const asked = askedName(text, caret)
  const found = useMentionable(clubId, asked).data ?? []
  const people = asked === undefined ? [] : found
  return (
    <>
      <div role="status">
        <VisuallyHidden>{people.length > 0 && t('clubchat.people.found', { count: people.length })}</VisuallyHidden>
      </div>
      {people.length > 0 && (
        <ul className={styles.people} aria-label={t('clubchat.people')}>
          {people.map(({ id, name, avatar }) => (
            <li key={id}>
              <button
                type="button"
                data-suggestion
                onClick={() => {
                  onPick({ id, name })
                  replace(withName(text, caret, name))
                }}
              >
                <Avatar name={name} src={avatar ?? undefined} size={26} />
                <bdi>{name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
