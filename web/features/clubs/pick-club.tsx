import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import type { Club } from '#shared/features/clubs/forms.ts'
import styles from './Clubs.module.css'

type Props = { clubs: readonly Club[]; onPick: (club: Club) => void; onClose: () => void }

/** Asks which of several clubs; false when it is closed without a choice. */
export async function pickClub(clubs: readonly Club[]): Promise<Club | false> {
  const picked = await openDialog<Club>(close => <ClubPicker clubs={clubs} onPick={close} onClose={() => close()} />)
  return picked ?? false
}

function ClubPicker({ clubs, onPick, onClose }: Props) {
  const t = useCopy()
  return (
    <Dialog title={t('clubs.pick')} size="small" onClose={onClose}>
      <ul className={styles.list}>
        {clubs.map((club, index) => (
          <li key={club.id}>
            <Button
              wide
              look="secondary"
              dir="auto"
              data-autofocus={index === 0 || undefined}
              onClick={() => onPick(club)}
            >
              {club.title}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
