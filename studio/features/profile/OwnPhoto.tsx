import { useCopy } from '#kit/copy/copy.tsx'
import { AvatarField } from '#kit/features/profile/AvatarField.tsx'
import { keepUser, useUser } from '#studio/features/accounts/session.ts'

/** The picture that learners see beside the name of a member of staff. */
export function OwnPhoto() {
  const t = useCopy()
  return <AvatarField user={useUser()} keep={keepUser} hint={t('profile.photo.hint')} />
}
