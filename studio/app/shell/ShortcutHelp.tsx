import { useCopy } from '#kit/copy/copy.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import { useShortcutGroups } from '#studio/platform/shortcuts.ts'
import styles from './ShortcutHelp.module.css'

/** Lists the shortcuts of the current screen. */
export function openShortcutHelp(): Promise<unknown> {
  return openDialog(close => <ShortcutHelp onClose={() => close()} />)
}

function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  const groups = useShortcutGroups().toReversed()
  return (
    <Dialog title={t('shell.keys.title')} onClose={onClose}>
      <div className={styles.groups}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl className={styles.list}>
              {shortcuts.map(({ keys, label }) => (
                <div key={label} className={styles.row}>
                  <dt>{t(label)}</dt>
                  <dd>
                    {keys.map(key => (
                      <KeyHint key={key} name={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
