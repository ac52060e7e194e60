import { Button } from '../actions/Button.tsx'
import { Card } from '../states/Card.tsx'
import { Checkbox, Switch } from '../fields/Checkbox.tsx'
import { PasswordField } from '../fields/PasswordField.tsx'
import { Spinner } from '../marks/Spinner.tsx'
import { TextArea } from '../fields/TextArea.tsx'
import { TextField } from '../fields/TextField.tsx'
import styles from './Gallery.module.css'

export function Fields() {
  return (
    <div className={styles.grid}>
      <Card>
        <form className={styles.stack}>
          <h2>Sign in</h2>
          <TextField label="E-mail" type="email" placeholder="you@example.com" required />
          <PasswordField label="Password" error="The password does not match" defaultValue="secret" />
          <Checkbox label="Keep me signed in" defaultChecked />
          <Button type="submit" wide>
            Sign in
          </Button>
        </form>
      </Card>
      <Card>
        <div className={styles.stack}>
          <TextField label="City" hint="Where you usually study" maxLength={40} defaultValue="Lisbon" />
          <TextArea label="About you" maxLength={200} />
          <TextField label="Country" disabled defaultValue="Portugal" />
          <Switch label="Reminders" hint="Each morning at eight" defaultChecked />
          <Switch label="Sounds" />
          <Checkbox label="I agree" error="Please agree first" />
          <Spinner />
        </div>
      </Card>
    </div>
  )
}
