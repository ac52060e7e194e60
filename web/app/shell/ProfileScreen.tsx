import { EditProfileScreen } from '#web/features/profile/EditProfileScreen.tsx'
import { AvatarField } from '#web/features/profile/avatar/AvatarField.tsx'

/** `/user/edit`: the profile with its picture. */
export function ProfileScreen() {
  return <EditProfileScreen picture={AvatarField} />
}
