import { EditProfileScreen } from '../../features/profile/EditProfileScreen.tsx'
import { AvatarField } from '../../features/profile/avatar/AvatarField.tsx'

/** `/user/edit`: the profile with its picture (PRO-06, PRO-08). */
export function ProfileScreen() {
  return <EditProfileScreen picture={AvatarField} />
}
