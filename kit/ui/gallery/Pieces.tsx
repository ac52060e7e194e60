import { useState } from 'react'
import { Badge } from '../marks/Badge.tsx'
import { Button } from '../actions/Button.tsx'
import { Card, cardTarget } from '../states/Card.tsx'
import { EmptyState } from '../states/EmptyState.tsx'
import { ErrorState } from '../states/ErrorState.tsx'
import { Notice } from '../states/Notice.tsx'
import { ProgressBar, ProgressRing } from '../marks/Progress.tsx'
import { Skeleton } from '../marks/Skeleton.tsx'
import { Tabs } from '../actions/Tabs.tsx'
import styles from './Gallery.module.css'
import { Checkbox, Switch } from '../fields/Checkbox.tsx'
import { PasswordField } from '../fields/PasswordField.tsx'
import { Spinner } from '../marks/Spinner.tsx'
import { TextArea } from '../fields/TextArea.tsx'
import { TextField } from '../fields/TextField.tsx'

const tabs = [
  { id: 'active', label: 'Going on' },
  { id: 'coming', label: 'Coming' },
  { id: 'done', label: 'Finished' },
] as const

function CourseCard() {
  return (
    <Card as="article" interactive>
      <div className={styles.stack}>
        <div className={styles.row}>
          <Badge tone="success" icon="check">
            On track
          </Badge>
          <Badge tone="warning">3 days left</Badge>
          <Badge tone="danger">Stopped</Badge>
          <Badge tone="accent" icon="star">
            120 points
          </Badge>
          <Badge>Demo</Badge>
        </div>
        <h2>
          <a href="#course" className={cardTarget}>
            Calm mornings
          </a>
        </h2>
        <p className={styles.muted}>Twenty-one days of small habits with Vera Lind.</p>
        <ProgressBar percent={42} label="Progress" />
      </div>
    </Card>
  )
}

export function Pieces() {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('active')
  return (
    <div className={styles.grid}>
      <div className={styles.stack}>
        <CourseCard />
        <Card tone="accent">
          <div className={styles.row}>
            <ProgressRing percent={64} label="Stage" valueText="9 of 14 days">
              64%
            </ProgressRing>
            <div>
              <h3>Stage two</h3>
              <p className={styles.muted}>9 of 14 days done</p>
            </div>
          </div>
        </Card>
        <Notice title="You are offline">What you do is kept and sent when the network is back.</Notice>
        <Notice tone="success">Homework is accepted.</Notice>
        <Notice tone="warn" title="Access ends on 4 December" onClose={() => {}} action={<Button>Renew</Button>} />
        <Notice tone="danger">The video could not be loaded.</Notice>
      </div>
      <div className={styles.stack}>
        <Tabs label="Courses" tabs={tabs} selected={tab} onSelect={setTab}>
          <Card>
            <Skeleton shape="title" />
            <Skeleton />
            <Skeleton width="80%" />
            <Skeleton shape="box" />
          </Card>
        </Tabs>
        <Card>
          <EmptyState icon="rest" title="A day of rest" text="Nothing to do today. See you tomorrow." />
        </Card>
        <ErrorState onRetry={() => {}} />
      </div>
    </div>
  )
}

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
