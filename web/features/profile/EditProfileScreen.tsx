import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { AvatarField } from '#kit/features/profile/AvatarField.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { User } from '#shared/features/accounts/forms.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { RequiredStep } from '#web/features/joining/required/RequiredStep.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import { keepUserAnswer } from './data.ts'
import styles from './EditProfile.module.css'
import { ProfileFields } from './ProfileFields.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** `/user/edit`. Where `isForced`, name and e-mail are required, and saving leads on. */
export function EditProfileScreen({ isForced = false }: { isForced?: boolean }) {
  const t = useCopy()
  const user = useUser()
  const title = t(isForced ? 'profile.forced.title' : 'profile.title')
  usePageTitle(title)
  return (
    <div className={styles.screen} aria-busy={!user}>
      <h1>{title}</h1>
      {isForced && <Notice>{t('profile.forced.text')}</Notice>}
      {user && !isForced && <AvatarField user={user} keep={keepUserAnswer} hint={t('profile.avatar.hint')} />}
      {user ? <Form user={user} isForced={isForced} /> : <Skeleton height="24rem" />}
    </div>
  )
}

function Form({ user, isForced }: { user: User; isForced: boolean }) {
  const t = useCopy()
  const form = useProfileForm(user, isForced)
  return (
    <form ref={form.form} className={styles.form} noValidate onSubmit={form.handleSubmit}>
      {form.isUnsaved && <Notice action={<DiscardButton onPress={form.discard} />}>{t('profile.unsaved')}</Notice>}
      <ProfileFields form={form} />
      <FailureNotice failure={form.failure}>{t('profile.kept')}</FailureNotice>
      <Button type="submit" wide busy={form.isBusy} disabled={!isForced && !form.isUnsaved}>
        {t('profile.save')}
      </Button>
    </form>
  )
}

function DiscardButton({ onPress }: { onPress: () => void }) {
  const t = useCopy()
  return (
    <Button look="secondary" onClick={onPress}>
      {t('profile.unsaved.discard')}
    </Button>
  )
}

/** `/updateProfile`: the profile as a required step. */
export function UpdateProfileScreen() {
  return (
    <RequiredStep>
      <EditProfileScreen isForced />
    </RequiredStep>
  )
}
