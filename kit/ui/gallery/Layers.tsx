import { useState } from 'react'
import { Avatar } from '../marks/Avatar.tsx'
import { Button } from '../actions/Button.tsx'
import { Dialog } from '../layers/Dialog.tsx'
import { openDialog } from '../layers/dialogs.ts'
import { IconButton } from '../actions/IconButton.tsx'
import { LinkButton } from '../actions/LinkButton.tsx'
import { Menu } from '../layers/Menu.tsx'
import { confirm } from '../layers/QuestionDialog.tsx'
import { toast } from '../layers/toasts.ts'
import styles from './Gallery.module.css'

const menuItems = [
  { label: 'My information', icon: 'user', href: '/user', isCurrent: true },
  { label: 'Settings', icon: 'settings', href: '/user/settings' },
  { label: 'Support', icon: 'support', href: 'https://example.com', newWindow: true },
  { label: 'Sign out', icon: 'exit', danger: true, separated: true, onSelect: () => toast('Signed out') },
] as const

export function Layers() {
  const [answer, setAnswer] = useState('')
  const ask = async () => {
    const isYes = await confirm({
      title: 'Change the language?',
      text: 'The page opens again; what you typed is kept.',
    })
    setAnswer(isYes ? 'yes' : 'no')
    toast(isYes ? 'Saved' : 'Nothing changed', { tone: isYes ? 'success' : 'info' })
  }
  const open = () =>
    openDialog(close => (
      <Dialog title="Materials of the day" onClose={close} footer={<Button onClick={() => close()}>Done</Button>}>
        <p>{'A long text that scrolls. '.repeat(120)}</p>
      </Dialog>
    ))
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <Button icon="play">Open today</Button>
        <Button look="secondary" onClick={open}>
          Materials
        </Button>
        <Button look="ghost" onClick={ask}>
          Language
        </Button>
        <Button look="danger" onClick={() => toast('Could not save your answer. Try again.', { tone: 'danger' })}>
          Delete
        </Button>
        <Button busy>Saving</Button>
        <Button disabled>Locked</Button>
        <LinkButton href="/courses" look="secondary" icon="book">
          Courses
        </LinkButton>
        <IconButton icon="refresh" label="Refresh" />
        <IconButton icon="settings" label="Settings" look="filled" />
        <Menu label="Account" items={menuItems}>
          <Avatar name="Ada Lovelace" size={40} />
        </Menu>
      </div>
      <p data-testid="answer" className={styles.muted}>
        {answer}
      </p>
    </div>
  )
}
