import { EditProfileScreen } from '../../features/profile/EditProfileScreen.tsx'
import { AvatarField } from '../../features/profile/avatar/AvatarField.tsx'

/** `/user/edit`: the profile with its picture. */
export function ProfileScreen() {
  return <EditProfileScreen picture={AvatarField} />
}
